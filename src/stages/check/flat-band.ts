import { cellSamples, lumaSample, type SmallCopy, spreadSample } from "../../ops/index.ts";

/** Display values by which a flat row's cells may differ, and spread within. */
const tolerance = 2 / 255;
/** A band of less than this share of the height is not worth being called damage. */
const leastShare = 0.02;
/** Display values that are neither black nor white. */
const mid = [0.03, 0.97] as const;

/**
 * Share of the height, from the bottom up, that is one flat colour, neither black nor white: what decoders fill the
 * missing rest of a file with. 0 where there is no such band, and for a picture that is flat altogether.
 */
export function flatBandShare({ width, height, data }: SmallCopy): number {
  const row = (y: number) => y * width * cellSamples;
  const first = row(height - 1);
  let flat = 0;
  for (let y = height - 1; y >= 0 && isFlat(data, row(y), width, first); y--) flat++;
  const luma = data[first + lumaSample] / 65535;
  const share = flat / height;
  return share >= leastShare && flat < height && luma > mid[0] && luma < mid[1] ? share : 0;
}

function isFlat(data: Uint16Array, start: number, width: number, like: number): boolean {
  const most = tolerance * 65535;
  for (let at = start; at < start + width * cellSamples; at += cellSamples) {
    if (data[at + spreadSample] > most) return false;
    for (let c = 0; c < lumaSample; c++) if (Math.abs(data[at + c] - data[like + c]) > most) return false;
  }
  return true;
}
