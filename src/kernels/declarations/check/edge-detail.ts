import { type ArgsOf, declareKernel, f32, f64, i32, number, out, size } from "../../declaration.ts";

/**
 * How much of an edge's step is finest detail in a picture's cells, `shares`, and in those of another, `otherShares`
 * (both width × height): `counts[0]` of them, in the order of cells. An edge is where the differences of luma across a
 * cell, along rows and columns, sum up to `leastStep` in both, and all channels of both lie between `darkest` and
 * `brightest`. `offset`: what `fine` has added to luma; `leastDetail` (display values) is added to the detail. One row.
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
    shares: out(f64("width", "height")),
    otherShares: out(f64("width", "height")),
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
