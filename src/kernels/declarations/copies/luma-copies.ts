import { type ArgsOf, declareKernel, f32, oneOf, out, samples, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Small copies of a frame (width × height × 3, 8 or 16 bits) in one pass over it. `fine` is the Rec. 601 luma of the
 * means of factor × factor blocks (1 to 64), ⌊width/factor⌋ × ⌊height/factor⌋, 65535 = full scale; `luma` and `peak`
 * (the largest channel) are of blocks `coarsening` times as wide and high, rounded down again, 1.0 = full scale.
 * Incomplete blocks at the right and lower border are skipped. Rows are those of `luma`, and one more where `fine` has
 * a row beyond them.
 */
export const lumaCopiesArgs = declareKernel({
  rows: "(height / factor + coarsening - 1) / coarsening",
  args: {
    source: samples("S", "width", "height", 3),
    fine: out(u16("width / factor", "height / factor")),
    luma: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    peak: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    coarsening: oneOf(1, 2),
  },
});
export type LumaCopiesArgs = ArgsOf<typeof lumaCopiesArgs>;
