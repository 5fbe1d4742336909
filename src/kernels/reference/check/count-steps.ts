import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Large steps of a picture's smoothed luma (`picture`, width × height, display values) beside those of its `frames` (of
 * the same size), `apart` cells along rows and columns. A picture's step counts from `leastStep` on. `reversed`: steps
 * of which every frame says the opposite by more than `plainStep`, and none by a sixth of it the same. `grown`: steps
 * beyond the frames' largest by the factor `grownBy` and `grownStep`. One entry a row.
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

export function countSteps(args: CountStepsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { picture, frames, reversed, grown, width, height, apart } = args;
  const { leastStep, plainStep, grownBy, grownStep } = args;
  const judge = (y: number, from: number, to: number) => {
    const ours = picture[to] - picture[from];
    if (Math.abs(ours) < leastStep) return;
    const steps = frames.map((frame) => frame[to] - frame[from]);
    const [least, most] = [Math.min(0, ...steps), Math.max(0, ...steps)];
    const along = ours > 0 ? most : -least;
    const against = ours > 0 ? -least : most;
    if (against > plainStep && along < plainStep / 6) reversed[y]++;
    if (Math.abs(ours) > grownBy * Math.max(along, against) + grownStep) grown[y]++;
  };
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    reversed[y] = 0;
    grown[y] = 0;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (x + apart < width) judge(y, at, at + apart);
      if (y + apart < height) judge(y, at, at + apart * width);
    }
  }
}
