import type { CountStepsArgs } from "../../../../src/kernels/declarations/check-edges.ts";
import { pollCancel } from "../poll-cancel.ts";

export function countSteps(args: CountStepsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { picture, frames, reversed, grown, width, height, apart } = args;
  const { minStep, plainStep, grownBy, grownStep } = args;
  const judge = (y: number, from: number, to: number) => {
    const ours = picture[to] - picture[from];
    if (Math.abs(ours) < minStep) return;
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
