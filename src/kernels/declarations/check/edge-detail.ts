import { type ArgsOf, declareKernel, f32, f64, i32, number, out, size } from "../../declaration.ts";

/**
 * Share of finest detail in the step of edges, in a picture and in another one of the same size. A cell is on an edge
 * if the differences of luma across it along its row and column sum up to `leastStep` in both pictures, and all
 * channels of both lie between `darkest` and `brightest`. The call has one row.
 */
export const edgeDetailArgs = declareKernel({
  rows: 1,
  args: {
    /** Display values. */
    luma: f32("width", "height"),
    /** Display values, interleaved. */
    rgb: f32("width", "height", 3),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    fine: f32("width", "height"),
    otherLuma: f32("width", "height"),
    otherRgb: f32("width", "height", 3),
    otherFine: f32("width", "height"),
    /** One share for each edge cell, in the order of cells. */
    shares: out(f64("width", "height")),
    otherShares: out(f64("width", "height")),
    /** counts[0]: number of edge cells. */
    counts: out(i32(1)),
    width: size,
    height: size,
    leastStep: number,
    darkest: number,
    brightest: number,
    offset: number,
    /** Added to the detail, in display values. */
    leastDetail: number,
  },
});
export type EdgeDetailArgs = ArgsOf<typeof edgeDetailArgs>;
