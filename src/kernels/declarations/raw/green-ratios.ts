import { type ArgsOf, declareKernel, f64, i32, integer, number, oneOf, out, size, u8, u16 } from "../../declaration.ts";

/** Classes of ratios. */
export const ratioClasses = 300;

/**
 * Counts neighbouring greens by how many times as bright the brighter is, in every `stride`-th row; a row of the
 * call is one of these. Its pairs begin where `greens`, which repeats over the picture, is not 0: at (x, y) and, `down`
 * rows below, at x + 1. Light is (sample − `black`) / `range`; pairs whose brighter light lies outside [`least`,
 * `most`] are skipped, and the darker counts as `floor` at least. `counts`: a ratio belongs to the last class whose
 * edge it reaches; below the first edge it is skipped. `edges` rise, from 1.
 */
export const greenRatiosArgs = declareKernel({
  rows: "(height + stride - 1) / stride",
  constants: { ratioClasses },
  args: {
    source: u16("width", "height", "samples"),
    greens: u8("cellWidth", "cellHeight"),
    edges: f64(ratioClasses),
    counts: out(i32("(height + stride - 1) / stride", ratioClasses)),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    /** Of the samples of a pixel. */
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
