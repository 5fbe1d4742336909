import { cellSamples, findLineSegments, lumaSample, percentile, type SmallCopy } from "../../ops/index.ts";

/** Degrees from upright within which lines may be pictures of upright edges. */
const windowDeg = 20;
/** Shortest line, and what all of them together have at least, as shares of the longer edge; fewer tell nothing. */
const [leastLength, leastTotal] = [0.05, 0.6];

/**
 * Degrees that the lines nearest to upright lean, 75th percentile by length: verticals that converge lean most at the sides. Undefined
 * where there are too few.
 */
export function leanOf({ width, height, data }: SmallCopy): number | undefined {
  const luma = new Float32Array(new SharedArrayBuffer(4 * width * height));
  for (let i = 0, at = lumaSample; i < luma.length; i++, at += cellSamples) luma[i] = data[at] / 65535;
  const image = { width, height, channels: 1, data: luma, space: "srgb", factor: 1 } as const;
  const longer = Math.max(width, height);
  const lines = findLineSegments(image, { around: "vertical", toleranceDeg: windowDeg }, leastLength * longer);
  const pieces: number[] = [];
  for (const { x1, y1, x2, y2, lengthPx } of lines) {
    const deg = (Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)) * 180) / Math.PI;
    for (let k = 0; k < lengthPx; k += 4) pieces.push(deg);
  }
  return pieces.length * 4 < leastTotal * longer ? undefined : percentile(Float32Array.from(pieces), 0.75);
}
