import { type ArgsOf, declareKernel, f32, out, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/**
 * Cells of a small copy, as `deghostShrink` makes it (`copy`, width × height of `cellSamples`), brought together factor
 * × factor (1 to 64). `target` has ⌊width/factor⌋ × ⌊height/factor⌋ cells: what `deghostShrink` makes of the copy's
 * red, green and blue. `spreads` has for each of them the sum of the standard deviations of green inside the copy's
 * cells, 65535 = 1. Rows are the target's.
 */
export const coarsenCellsArgs = declareKernel({
  rows: "height / factor",
  args: {
    copy: u16("width", "height", cellSamples),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    spreads: out(f32("width / factor", "height / factor")),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type CoarsenCellsArgs = ArgsOf<typeof coarsenCellsArgs>;
