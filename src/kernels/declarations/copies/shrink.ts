import { type ArgsOf, declareKernel, f32, out, samples, size, sizeUpTo } from "../../declaration.ts";

/**
 * Area average over factor × factor blocks. `source` is width × height × channels (8 or 16 bits), `target` is
 * ⌊width/factor⌋ × ⌊height/factor⌋ × channels with 1.0 = full scale; an incomplete last block of a row or column is
 * skipped. Rows are target rows.
 */
export const shrinkArgs = declareKernel({
  rows: "height / factor",
  args: {
    source: samples("S", "width", "height", "channels"),
    target: out(f32("width / factor", "height / factor", "channels")),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    factor: sizeUpTo(64),
  },
});
export type ShrinkArgs = ArgsOf<typeof shrinkArgs>;
