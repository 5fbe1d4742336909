import { type ArgsOf, declareKernel, listOf, number, oneOf, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";

/** Side of a block in which jumps are counted, in cells of a small copy. */
export const jumpBlock = 4;

/**
 * Counts jumps of colour between neighbouring cells of a row or column that no frame explains. A jump is the difference
 * in the channel that changes most. It counts if it exceeds `leastJump` by more than `timesJump` × the jump of every
 * frame at this place. If the picture is brighter than a frame, the frame's jump is first scaled by (p + `floor`) / (f
 * + `floor`); p and f are the largest channels of the two cells in the picture and in the frame. Rows are rows of
 * blocks.
 */
export const countJumpsArgs = declareKernel({
  rows: `(height + ${jumpBlock - 1}) / ${jumpBlock}`,
  constants: { jumpBlock },
  args: {
    /** Small copy of the picture, as `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** Small copies of the frames, of the same size. */
    frames: listOf(u16("width", "height", cellSamples)),
    /**
     * Jumps from the cells of each block, ⌈width / jumpBlock⌉ blocks a row; a cell counts once for each such neighbour.
     */
    counts: out(u8(`(width + ${jumpBlock - 1}) / ${jumpBlock}`, `(height + ${jumpBlock - 1}) / ${jumpBlock}`)),
    width: size,
    height: size,
    /** Only each `skip`-th row is examined. */
    skip: oneOf<number>(1, 2, 4),
    /** 65535 = 1. */
    leastJump: number,
    timesJump: number,
    floor: number,
  },
});
export type CountJumpsArgs = ArgsOf<typeof countJumpsArgs>;
