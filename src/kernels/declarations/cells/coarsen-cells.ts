import { type ArgsOf, declareKernel, f32, out, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Merges factor × factor cells of a small copy into one. Rows are target rows. */
export const coarsenCellsArgs = declareKernel({
  rows: "height / factor",
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** What `deghostShrink` would make of the copy's red, green and blue. */
    target: out(u16("width / factor", "height / factor", cellSamples)),
    /** For each target cell, the sum of the standard deviations of green in the merged cells, 65535 = 1. */
    spreads: out(f32("width / factor", "height / factor")),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type CoarsenCellsArgs = ArgsOf<typeof coarsenCellsArgs>;
