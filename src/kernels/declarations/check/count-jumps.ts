import { type ArgsOf, declareKernel, listOf, number, oneOf, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";

/** Cells of a small copy along each side of a block over which jumps are counted. */
export const jumpBlock = 4;

/**
 * Where colours of a small copy (`copy`, width × height, as `deghostShrink` makes it) jump from a cell to the next of
 * its row or column, by more than `leastJump` (65535 = 1), and what is beyond that is more than `timesJump` what any of
 * the `frames` (copies of the same size) does there, each in the channel that jumps most. Where the picture is brighter
 * than a frame, the frame's jump counts as much larger: (ours + `floor`) / (the frame's + `floor`), of the brighter
 * cell's largest channel. Each `skip`-th row is looked at (1, 2 or 4). `counts`: jumps from the cells of each block, a
 * cell as often as it has such neighbours; ⌈width/block⌉ a row. Rows are rows of blocks.
 */
export const countJumpsArgs = declareKernel({
  rows: `(height + ${jumpBlock - 1}) / ${jumpBlock}`,
  constants: { jumpBlock },
  args: {
    copy: u16("width", "height", cellSamples),
    frames: listOf(u16("width", "height", cellSamples)),
    counts: out(u8(`(width + ${jumpBlock - 1}) / ${jumpBlock}`, `(height + ${jumpBlock - 1}) / ${jumpBlock}`)),
    width: size,
    height: size,
    skip: oneOf<number>(1, 2, 4),
    leastJump: number,
    timesJump: number,
    floor: number,
  },
});
export type CountJumpsArgs = ArgsOf<typeof countJumpsArgs>;
