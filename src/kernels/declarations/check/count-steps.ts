import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Large steps of a picture's smoothed luma (`picture`, width × height, display values) compared with those of its
 * `frames` (of the same size), `apart` cells along rows and columns. A picture's step counts from `leastStep` on.
 * `reversed`: steps of which every frame says the opposite by more than `plainStep`, and none by a sixth of it the
 * same. `grown`: steps beyond the frames' largest by the factor `grownBy` and `grownStep`. One entry a row.
 */
export const countStepsArgs = declareKernel({
  rows: "height",
  args: {
    picture: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    reversed: out(i32("height")),
    grown: out(i32("height")),
    width: size,
    height: size,
    apart: size,
    leastStep: number,
    plainStep: number,
    grownBy: number,
    grownStep: number,
  },
});
export type CountStepsArgs = ArgsOf<typeof countStepsArgs>;
