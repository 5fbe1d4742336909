import type { Cells } from "./cells.ts";

/** In display values: a step in black is no more to the eye than as much in grey. */
const offset = 0.08;
/** Cells to either side along an edge that are averaged: a seam goes on, texture cancels out. */
const reach = 4;
/** Log of display values by which the picture steps beside the reference, at least. */
const leastStep = 0.07;
/** An edge that a frame or the reference shows, as a share of that step, is no seam. */
const shownShare = 0.5;
/** A passage whose halves both rise, each by such a share of the step, is no edge. */
const rampShare = 0.5;

/**
 * Length of straight edges beyond which a picture is lighter or darker than its reference though neither that nor any frame has an edge
 * there, in half perimeters of the picture. All are cells of one size; `frames` may be none.
 */
export function seamLength(picture: Cells, reference: Cells, frames: readonly Cells[]): number {
  const logs = [reference, ...frames].map(logOf);
  const { width, height } = picture;
  const ours = logOf(picture);
  const along = countSteps(ours, logs, { width, count: width, lines: height, step: 1, next: width });
  const down = countSteps(ours, logs, { width, count: height, lines: width, step: width, next: 1 });
  return (along + down) / (width + height);
}

function logOf({ luma }: Cells): Float32Array {
  const logs = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) logs[i] = Math.log(luma[i] + offset);
  return logs;
}

interface Direction {
  readonly width: number;
  /** Cells of a line across which steps are looked for, and lines. */
  readonly count: number;
  readonly lines: number;
  /** From a cell to the next of its line, and to the same of the next line. */
  readonly step: number;
  readonly next: number;
}

function countSteps(ours: Float32Array, [reference, ...frames]: Float32Array[], direction: Direction): number {
  const { count, lines } = direction;
  const steps = averagedSteps(ours, direction);
  const plain = averagedSteps(reference, direction);
  const shown = new Float32Array(plain.length);
  for (let i = 0; i < plain.length; i++) shown[i] = Math.abs(plain[i]);
  for (const frame of frames) {
    const own = averagedSteps(frame, direction);
    for (let i = 0; i < own.length; i++) shown[i] = Math.max(shown[i], Math.abs(own[i]));
  }
  let found = 0;
  for (let line = 0; line < lines; line++) {
    for (let k = 3; k < count - 3; k++) {
      const i = line * count + k;
      const step = Math.abs(steps[i] - plain[i]);
      if (step < leastStep || shown[i] > shownShare * step) continue;
      const beside = Math.max(Math.abs(steps[i - 2] - plain[i - 2]), Math.abs(steps[i + 2] - plain[i + 2]));
      if (beside > rampShare * step) continue;
      // The strongest of the neighbours that an edge between cells shows in.
      if (step >= Math.abs(steps[i - 1] - plain[i - 1]) && step > Math.abs(steps[i + 1] - plain[i + 1])) found++;
    }
  }
  return found;
}

/** Steps from the cell before to the cell after, mean over neighbouring lines; line by line. */
function averagedSteps(values: Float32Array, { count, lines, step, next }: Direction): Float32Array {
  const single = new Float32Array(count * lines);
  for (let line = 0; line < lines; line++) {
    for (let k = 1; k < count - 1; k++) {
      const i = line * next + k * step;
      single[line * count + k] = values[i + step] - values[i - step];
    }
  }
  const result = new Float32Array(single.length);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let line = -reach; line < lines; line++) {
      if (line + reach < lines) sum += single[(line + reach) * count + k];
      if (line - reach - 1 >= 0) sum -= single[(line - reach - 1) * count + k];
      // Near the border fewer lines are averaged, over as many: weaker.
      if (line >= 0) result[line * count + k] = sum / (2 * reach + 1);
    }
  }
  return result;
}
