import type { GuidedFilterArgs } from "../../../../src/kernels/declarations/light.ts";
import { pollCancel } from "../poll-cancel.ts";

export function guidedFilter(args: GuidedFilterArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { planes, coefficients, width, height, epsilon } = args;
  const area = width * height;
  const guide = Float64Array.from(args.guide.subarray(0, area));
  const mean = (values: Float64Array) => windowMeans(values, args);
  const meanGuide = mean(guide);
  const squares = mean(guide.map((value) => value * value));
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    const plane = Float64Array.from(planes.subarray(row * area, (row + 1) * area));
    const means = mean(plane);
    const products = mean(plane.map((value, i) => value * guide[i]));
    const slope = products.map((product, i) => {
      const spread = Math.max(0, squares[i] - meanGuide[i] ** 2) + epsilon;
      return (product - means[i] * meanGuide[i]) / spread;
    });
    const offset = means.map((value, i) => value - slope[i] * meanGuide[i]);
    coefficients.set(mean(slope), 2 * row * area);
    coefficients.set(mean(offset), (2 * row + 1) * area);
  }
}

/** Window means along rows, then along columns, by running sums. */
function windowMeans(values: Float64Array, { width, height, radius }: GuidedFilterArgs): Float64Array {
  const rows = new Float64Array(values.length);
  const result = new Float64Array(values.length);
  for (let y = 0; y < height; y++) meansAlong(values, rows, y * width, 1, width, radius);
  for (let x = 0; x < width; x++) meansAlong(rows, result, x, width, height, radius);
  return result;
}

function meansAlong(
  from: Float64Array,
  to: Float64Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  let sum = 0;
  for (let i = 0; i < Math.min(length, radius); i++) sum += from[start + i * step];
  for (let i = 0; i < length; i++) {
    if (i + radius < length) sum += from[start + (i + radius) * step];
    if (i - radius > 0) sum -= from[start + (i - radius - 1) * step];
    to[start + i * step] = sum / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
}
