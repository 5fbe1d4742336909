import { boxMean, cellSamples, lumaSample, type SmallCopy, spreadSample } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** Steps of the curve of brightness, and the fewest cells that tell one of them. */
const steps = 64;
const leastCells = 8;
/** Window over which gains may differ, as a share of the longer edge, and how far they may. */
const windowShare = 1 / 12;
const mostGain = 2;
/** Keeps gains finite in black. */
const offset = 0.02;

/**
 * The source as toning may change it: its luma through the curve that fits the toned picture best, a smooth gain a channel on that,
 * which holds white balance, and nothing else. The caller releases its `data`.
 */
export function explainTone(source: SmallCopy, toned: SmallCopy, { memory }: StageContext): SmallCopy {
  const { width, height, factor } = source;
  const curve = fitCurve(source, toned);
  const explained = memory.u16(source.data.length);
  const count = width * height;
  for (let cell = 0; cell < count; cell++) {
    const at = cell * cellSamples;
    const luma = source.data[at + lumaSample] / 65535;
    const gain = (curveAt(curve, luma) + offset) / (luma + offset);
    for (let c = 0; c < cellSamples; c++) explained[at + c] = Math.min(65535, source.data[at + c] * gain);
  }
  const gains = [0, 1, 2].map((c) => smoothGain(explained, toned.data, c, width, height));
  for (let cell = 0; cell < count; cell++) {
    const at = cell * cellSamples;
    for (let c = 0; c < 3; c++) explained[at + c] = Math.min(65535, explained[at + c] * gains[c][cell]);
    const [r, g, b] = [explained[at], explained[at + 1], explained[at + 2]];
    explained[at + lumaSample] = Math.sqrt(0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b);
    explained[at + spreadSample] = Math.min(65535, explained[at + spreadSample] * gains[1][cell]);
  }
  return { width, height, factor, data: explained };
}

/** Mean toned luma at each step of the source's; rising. */
function fitCurve(source: SmallCopy, toned: SmallCopy): Float32Array {
  const sums = new Float64Array(steps + 1);
  const counts = new Float64Array(steps + 1);
  for (let at = lumaSample; at < source.data.length; at += cellSamples) {
    const step = Math.round((source.data[at] / 65535) * steps);
    sums[step] += toned.data[at] / 65535;
    counts[step]++;
  }
  const curve = new Float32Array(steps + 1);
  let last = 0;
  for (let step = 0; step <= steps; step++) {
    if (counts[step] >= leastCells) last = Math.max(last, sums[step] / counts[step]);
    else if (step > 0) last = Math.min(1, last + 1 / steps);
    curve[step] = last;
  }
  return curve;
}

function curveAt(curve: Float32Array, luma: number): number {
  const place = Math.min(steps - 1e-3, luma * steps);
  const step = Math.floor(place);
  return curve[step] + (curve[step + 1] - curve[step]) * (place - step);
}

/** Ratio of means over windows, so that edges and texture have no say. */
function smoothGain(from: Uint16Array, to: Uint16Array, channel: number, width: number, height: number): Float32Array {
  const plane = (data: Uint16Array) =>
    Float32Array.from({ length: width * height }, (_, i) => data[i * cellSamples + channel] / 65535);
  const radius = Math.max(1, Math.round(Math.max(width, height) * windowShare));
  const mean = (data: Uint16Array) => boxMean({ width, height, data: plane(data) }, radius, false);
  const [before, after] = [mean(from), mean(to)];
  return before.map((value, i) => Math.min(mostGain, Math.max(1 / mostGain, (after[i] + offset) / (value + offset))));
}
