import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Counts large steps of a picture's smoothed luma that its frames do not explain. A step is the difference between two
 * cells that are `apart` cells away from each other in a row or column; only steps of at least `leastStep` count. Rows
 * are rows of cells.
 */
export const countStepsArgs = declareKernel({
  rows: "height",
  args: {
    /** Display values. */
    picture: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    /**
     * Steps a row that are reversed: the frames' largest step in the opposite direction exceeds `plainStep`, and their
     * largest step in the same direction is below a sixth of it.
     */
    reversed: out(i32("height")),
    /** Steps a row that exceed `grownBy` × the frames' largest step + `grownStep`. */
    grown: out(i32("height")),
    width: size,
    height: size,
    /** Cells. */
    apart: size,
    leastStep: number,
    plainStep: number,
    grownBy: number,
    grownStep: number,
  },
});
export type CountStepsArgs = ArgsOf<typeof countStepsArgs>;
