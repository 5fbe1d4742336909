import type { F32 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, flag, i32, listOf, number, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Straight edges of a picture's log brightness (`picture`, width × height) beside a `plain` picture's, which none of
 * the `frames` shows (all of the same size). A step is from the cell before to the cell after, along rows or, with
 * `down` 1, columns; mean over 2 `reach` + 1 neighbouring lines. It counts where it differs from the plain one by
 * `leastStep` and more, neither the plain picture nor a frame has `shownShare` of that, the steps two cells beside have
 * no more than `rampShare` of it, and the two next to it no more than it. `counts[0]`: how many. One row.
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
  },
});
export type CountEdgesArgs = ArgsOf<typeof countEdgesArgs>;

export function countEdges(args: CountEdgesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { counts, leastStep, shownShare, rampShare } = args;
  if (rowBegin === rowEnd) return;
  pollCancel(cancel);
  const { count, lines } = directionOf(args);
  const plain = averagedSteps(args.plain, args);
  const apart = averagedSteps(args.picture, args).map((step, i) => step - plain[i]);
  const shown = plain.map(Math.abs);
  for (const frame of args.frames) {
    const own = averagedSteps(frame, args);
    for (let i = 0; i < own.length; i++) shown[i] = Math.max(shown[i], Math.abs(own[i]));
  }
  counts[0] = 0;
  for (let line = 0; line < lines; line++) {
    for (let i = line * count + 3; i < (line + 1) * count - 3; i++) {
      const step = Math.abs(apart[i]);
      if (step < leastStep || shown[i] > shownShare * step) continue;
      if (Math.max(Math.abs(apart[i - 2]), Math.abs(apart[i + 2])) > rampShare * step) continue;
      // The strongest of the neighbours that an edge between cells shows in.
      if (step >= Math.abs(apart[i - 1]) && step > Math.abs(apart[i + 1])) counts[0]++;
    }
  }
}

/**
 * Cells of a line across which steps are looked for, and lines; from a cell to the next of its line, and to the same of
 * the next line.
 */
function directionOf({ width, height, down }: CountEdgesArgs) {
  return down === 1
    ? { count: height, lines: width, step: width, next: 1 }
    : { count: width, lines: height, step: 1, next: width };
}

function averagedSteps(values: F32, args: CountEdgesArgs): Float64Array {
  const { count, lines, step, next } = directionOf(args);
  const { reach } = args;
  const single = new Float32Array(count * lines);
  for (let line = 0; line < lines; line++) {
    for (let k = 1; k < count - 1; k++) {
      const i = line * next + k * step;
      single[line * count + k] = values[i + step] - values[i - step];
    }
  }
  const result = new Float64Array(single.length);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let line = -reach; line < lines; line++) {
      if (line + reach < lines) sum += single[(line + reach) * count + k];
      if (line - reach - 1 >= 0) sum -= single[(line - reach - 1) * count + k];
      // Near the border fewer lines are averaged, over as many: weaker.
      if (line >= 0) result[line * count + k] = Math.fround(sum / (2 * reach + 1));
    }
  }
  return result;
}
