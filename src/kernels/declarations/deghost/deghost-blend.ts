import { type ArgsOf, declareKernel, flag, integer, out, samples, size, u8 } from "../../declaration.ts";

/**
 * Blends the source, mapped through `table`, into parts of the target, in place: target += share · (table[source] −
 * target). Samples with a share of 0 keep their bytes. `source` and `target` must not share memory. Rows are the
 * picture's.
 *
 * Source samples of `whiteFrom` or more are only lower bounds. A target pixel agrees with the source if it is at least
 * as bright in such channels and as bright in the others, with a tolerance of 12/255. If it agrees, it is kept, the
 * more the closer the source is to full scale. If it does not agree and all three channels are bounds, the result moves
 * to white instead.
 *
 * A steep table makes noise of dark frames visible. A target sample is therefore kept if it lies between the mapped
 * values of the source ± 2/255, each narrowed by 6/255, which is not visible as grain.
 */
export const deghostBlendArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("T", "width", "height", 3)),
    /** Target value of every source sample, for red, then green, then blue: 3 × 256 or 3 × 65536 entries. */
    table: samples("T"),
    /** Below full scale. */
    whiteFrom: integer(0),
    /**
     * Blend weights of cells that are `factor` pixels apart along each axis, 255 = only the source. Interpolated
     * between the cells' centres. Constant outside them or, with `wrapX` 1, interpolated around the edge (width ≥
     * factor).
     */
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
