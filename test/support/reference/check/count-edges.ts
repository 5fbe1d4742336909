import type { F32 } from "../../../../src/image/index.ts";
import type { CountEdgesArgs } from "../../../../src/kernels/declarations/check-edges.ts";
import { pollCancel } from "../poll-cancel.ts";

export function countEdges(args: CountEdgesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { counts, minStep, shownShare, rampShare, minRun } = args;
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
  const marks = new Set<number>();
  for (let line = 0; line < lines; line++) {
    for (let i = line * count + 3; i < (line + 1) * count - 3; i++) {
      const step = Math.abs(apart[i]);
      if (step < minStep || shown[i] > shownShare * step) continue;
      if (Math.max(Math.abs(apart[i - 2]), Math.abs(apart[i + 2])) > rampShare * step) continue;
      // The strongest of the neighbouring steps caused by an edge between cells.
      if (step >= Math.abs(apart[i - 1]) && step > Math.abs(apart[i + 1])) marks.add(i);
    }
  }
  // Number of lines over which a mark continues, including its own, in one of the two directions.
  const runFrom = (i: number, next: number): number =>
    marks.has(i) ? 1 + Math.max(...[-1, 0, 1].map((aside) => runFrom(i + next + aside, next))) : 0;
  counts[0] = [...marks].filter((i) => runFrom(i, count) + runFrom(i, -count) - 1 >= minRun).length;
}

/**
 * Number of cells in a line across which steps are detected, and of lines; strides to the next cell of a line and to
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
      // Near the border, fewer lines are summed but divided by the same number, which makes steps weaker.
      if (line >= 0) result[line * count + k] = Math.fround(sum / (2 * reach + 1));
    }
  }
  return result;
}
