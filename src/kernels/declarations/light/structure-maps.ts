import { type ArgsOf, declareKernel, f32, listOf, out, size, u16 } from "../../declaration.ts";

/**
 * How much structure frames show: of each of `sources` (luma, 65535 = full scale, width × height) the means over blocks
 * of factor × factor, cut at the right and lower border (`lumas`, 1.0 = full scale), and the variance of those in
 * windows of 3 × 3 blocks, cut at the borders (`structure`). Rows are rows of blocks.
 */
export const structureMapsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  args: {
    sources: listOf(u16("width", "height")),
    lumas: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    structure: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    width: size,
    height: size,
    factor: size,
  },
});
export type StructureMapsArgs = ArgsOf<typeof structureMapsArgs>;
