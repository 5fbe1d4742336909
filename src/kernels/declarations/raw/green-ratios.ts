import { type ArgsOf, declareKernel, f64, i32, integer, number, oneOf, out, size, u8, u16 } from "../../declaration.ts";

/** Number of classes of ratios. */
export const ratioClasses = 300;

/**
 * Histogram of the ratios brighter / darker of neighbouring green samples, in every `stride`-th row. Light is (sample −
 * `black`) / `range`. Pairs whose brighter light lies outside [`least`, `most`] are skipped; the darker light counts as
 * at least `floor`. Rows are the examined rows.
 */
export const greenRatiosArgs = declareKernel({
  rows: "(height + stride - 1) / stride",
  constants: { ratioClasses },
  args: {
    source: u16("width", "height", "samples"),
    /**
     * Repeats over the picture. A pair begins at (x, y) if the entry is not 0; its other sample is at x + 1, `down`
     * rows below.
     */
    greens: u8("cellWidth", "cellHeight"),
    /** Lower edges of the classes, rising from 1. */
    edges: f64(ratioClasses),
    /**
     * Pairs in each class. A ratio belongs to the last class whose edge it reaches; below the first edge it is skipped.
     */
    counts: out(i32("(height + stride - 1) / stride", ratioClasses)),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    /** Channel of green within a pixel. */
    channel: integer(0, "samples - 1"),
    cellWidth: size,
    cellHeight: size,
    down: oneOf<number>(0, 1),
    stride: size,
    black: number,
    range: number,
    least: number,
    most: number,
    floor: number,
  },
});
export type GreenRatiosArgs = ArgsOf<typeof greenRatiosArgs>;
