import { type ArgsOf, declareKernel, f32, flag, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Straight edges of a picture's log brightness (`picture`, width × height) compared with a `plain` picture's, which
 * none of the `frames` shows (all of the same size). A step is from the cell before to the cell after, along rows or,
 * with `down` 1, columns; mean over 2 `reach` + 1 neighbouring lines. It counts where it differs from the plain one by
 * `leastStep` and more, neither the plain picture nor a frame has `shownShare` of that, the steps two cells away have
 * at most `rampShare` of it, and the two next to it at most as much. Of such steps those count that continue over
 * `leastRun` lines, a cell to either side from line to line. `counts[0]`: how many. One row.
 */
export const countEdgesArgs = declareKernel({
  rows: 1,
  args: {
    picture: f32("width", "height"),
    plain: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    counts: out(i32(1)),
    width: size,
    height: size,
    down: flag,
    reach: size,
    leastStep: number,
    shownShare: number,
    rampShare: number,
    leastRun: size,
  },
});
export type CountEdgesArgs = ArgsOf<typeof countEdgesArgs>;
