import { type ArgsOf, declareKernel, flag, integer, out, samples, size, u8 } from "../../declaration.ts";

/**
 * Shows `source` in parts of `target`, in place: target += share · (table[source] − target). Both are width × height ×
 * 3, 8 or 16 bits, not the same memory. `table` holds, for red, then green, then blue, what each source sample becomes
 * (3 × 256 or 3 × 65536 entries, of the target's depth). Source samples of `whiteFrom` or more are lower bounds: a
 * target pixel that agrees with the source, at least as bright in such channels and as bright in the others, give or
 * take {@link agreeing}, stays as it is, the more so the nearer the source is to full scale; where none agrees and all
 * three channels are bounds, the result goes over to white. A source sample of a dark frame holds noise that a long
 * table makes visible: a target sample stays that lies among what the table makes of samples 2 of 255 levels away, less
 * the 6 levels that are not seen. `share` is a grid of cells, `factor` pixels apart along each axis, 255 = the source
 * alone; it is interpolated between the cells' centres, constant outside, around the edge with `wrapX` 1. Samples whose
 * share is 0 keep their bytes. Rows are the picture's.
 */
export const deghostBlendArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("T", "width", "height", 3)),
    table: samples("T"),
    whiteFrom: integer(0),
    share: u8("gridWidth", "gridHeight"),
    width: size,
    height: size,
    gridWidth: size,
    gridHeight: size,
    factor: size,
    wrapX: flag,
  },
});
export type DeghostBlendArgs = ArgsOf<typeof deghostBlendArgs>;
