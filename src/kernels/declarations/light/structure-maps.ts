import { type ArgsOf, declareKernel, f32, listOf, out, size, u16 } from "../../declaration.ts";

/** Structure of frames at a coarse scale. Rows are rows of blocks. */
export const structureMapsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  args: {
    /** Luma of the frames, 65535 = full scale. */
    sources: listOf(u16("width", "height")),
    /** Means over blocks of factor × factor pixels, cut at the right and lower border, 1.0 = full scale. */
    lumas: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    /** Variance of these means in windows of 3 × 3 blocks, cut at the borders. */
    structure: out(listOf(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor"), "sources")),
    width: size,
    height: size,
    factor: size,
  },
});
export type StructureMapsArgs = ArgsOf<typeof structureMapsArgs>;
