import { type ArgsOf, declareKernel, f32, oneOf, out, samples, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Small copies of a frame, made in one pass over it. Incomplete blocks at the right and lower border are skipped. Rows
 * are rows of `luma`, and one more if `fine` has a row beyond them.
 */
export const lumaCopiesArgs = declareKernel({
  rows: "(height / factor + coarsening - 1) / coarsening",
  args: {
    /** 8 or 16 bits. */
    source: samples("S", "width", "height", 3),
    /** Rec. 601 luma of the means of factor × factor blocks, 65535 = full scale. */
    fine: out(u16("width / factor", "height / factor")),
    /** Rec. 601 luma of the means of blocks `coarsening` times as wide and high, 1.0 = full scale. */
    luma: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    /** Largest channel of the means of the same blocks, 1.0 = full scale. */
    peak: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    coarsening: oneOf(1, 2),
  },
});
export type LumaCopiesArgs = ArgsOf<typeof lumaCopiesArgs>;
