import { type BlockNoiseArgs, blockEdge, grainPx, noiseBlockPx } from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

const innerEdge = blockEdge - 2;
/** Share of black samples from which noise counts as clipped. */
const maxBlack = 1 / 16;
/** Ratio of mean absolute value to standard deviation of a normal distribution. */
const meanAbsolute = Math.sqrt(2 / Math.PI);
/** Gain of noise by the filter: the root of the sum of its squared weights. */
const filterGain = 6;

export function blockNoise(args: BlockNoiseArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { tones, deviations, width, step } = args;
  const columns = Math.floor((width - noiseBlockPx) / step) + 1;
  const block = new Float64Array(blockEdge * blockEdge);
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      readBlock(args, column * step, row * step, block);
      const { tone, deviation } = measureBlock(block, args);
      tones[row * columns + column] = tone;
      deviations[row * columns + column] = deviation;
    }
  }
}

function readBlock(args: BlockNoiseArgs, left: number, top: number, block: Float64Array): void {
  const { source, width, channels, channel } = args;
  const below = width * channels;
  for (let y = 0, to = 0; y < blockEdge; y++) {
    let from = ((top + y * grainPx) * width + left) * channels + channel;
    for (let x = 0; x < blockEdge; x++, from += channels * grainPx)
      block[to++] =
        (source[from] + source[from + channels] + source[from + below] + source[from + below + channels]) / 4;
  }
}

function measureBlock(block: Float64Array, { max, brightest }: BlockNoiseArgs) {
  const cutOff = { tone: 0, deviation: -1 };
  let [sum, black, sums] = [0, 0, 0];
  for (let y = 1; y <= innerEdge; y++) {
    for (let x = 1; x <= innerEdge; x++) {
      const i = y * blockEdge + x;
      const own = block[i];
      if (own >= brightest * max) return cutOff;
      if (own === 0) black++;
      sum += own;
      const beside = block[i - 1] + block[i + 1] + block[i - blockEdge] + block[i + blockEdge];
      const corners =
        block[i - blockEdge - 1] + block[i - blockEdge + 1] + block[i + blockEdge - 1] + block[i + blockEdge + 1];
      sums += Math.abs(4 * own - 2 * beside + corners);
    }
  }
  const samples = innerEdge * innerEdge;
  if (black > maxBlack * samples) return cutOff;
  return { tone: sum / (samples * max), deviation: (grainPx * sums) / (samples * max * filterGain * meanAbsolute) };
}
