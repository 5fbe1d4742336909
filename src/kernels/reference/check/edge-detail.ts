import type { F32 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, f64, i32, number, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * How much more of an edge's step is finest detail in a picture's cells than in those of another (both width × height):
 * `ratios`, `counts[0]` of them, in the order of cells. An edge is where the differences of luma across a cell, along
 * rows and columns, sum up to `leastStep` in both, and all channels of both lie between `darkest` and `brightest`.
 * `offset`: what `fine` has added to luma; `leastDetail` (display values) is added to the detail. One row.
 */
export const edgeDetailArgs = declareKernel({
  rows: 1,
  args: {
    luma: f32("width", "height"),
    rgb: f32("width", "height", 3),
    fine: f32("width", "height"),
    otherLuma: f32("width", "height"),
    otherRgb: f32("width", "height", 3),
    otherFine: f32("width", "height"),
    ratios: out(f64("width", "height")),
    counts: out(i32(1)),
    width: size,
    height: size,
    leastStep: number,
    darkest: number,
    brightest: number,
    offset: number,
    leastDetail: number,
  },
});
export type EdgeDetailArgs = ArgsOf<typeof edgeDetailArgs>;

export function edgeDetail(args: EdgeDetailArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { luma, rgb, fine, otherLuma, otherRgb, otherFine, ratios, counts, width, height } = args;
  if (rowBegin === rowEnd) return;
  const tells = (colours: F32, at: number) => {
    const channels = colours.subarray(at, at + 3);
    return Math.min(...channels) > args.darkest && Math.max(...channels) < args.brightest;
  };
  const shareAt = (lumas: F32, fines: F32, i: number, step: number) =>
    (fines[i] * (lumas[i] + args.offset) + args.leastDetail) / step;
  counts[0] = 0;
  for (let y = 1; y + 1 < height; y++) {
    pollCancel(cancel);
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const step = stepAt(luma, i, width);
      const otherStep = stepAt(otherLuma, i, width);
      if (step < args.leastStep || otherStep < args.leastStep || !tells(rgb, 3 * i) || !tells(otherRgb, 3 * i))
        continue;
      ratios[counts[0]++] = shareAt(luma, fine, i, step) / shareAt(otherLuma, otherFine, i, otherStep);
    }
  }
}

function stepAt(luma: F32, i: number, width: number): number {
  return Math.abs(luma[i + 1] - luma[i - 1]) + Math.abs(luma[i + width] - luma[i - width]);
}
