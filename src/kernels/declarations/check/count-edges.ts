import { type ArgsOf, declareKernel, f32, flag, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Counts straight edges of a picture's log brightness that neither a plain picture nor any frame shows.
 *
 * A step is the difference between the cells after and before a cell, averaged over 2·`reach` + 1 neighbouring lines.
 * Its excess is its difference from the plain picture's step. A step is marked if its excess is at least `leastStep`,
 * the steps of the plain picture and of all frames are at most `shownShare` of the excess, the excesses two cells away
 * are at most `rampShare` of it, and those one cell away do not exceed it. A mark counts if it is part of a run over at
 * least `leastRun` lines, which can shift by one cell from line to line. The call has one row.
 */
export const countEdgesArgs = declareKernel({
  rows: 1,
  args: {
    picture: f32("width", "height"),
    plain: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    /** counts[0]: number of marks that count. */
    counts: out(i32(1)),
    width: size,
    height: size,
    /** 1: steps along columns; 0: along rows. */
    down: flag,
    reach: size,
    leastStep: number,
    shownShare: number,
    rampShare: number,
    leastRun: size,
  },
});
export type CountEdgesArgs = ArgsOf<typeof countEdgesArgs>;
