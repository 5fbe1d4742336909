import { parts } from "./params.ts";

interface Grid {
  readonly width: number;
  readonly height: number;
}

/** What a share in a window is of, one a cell, and what it is at least taken to be. */
interface Whole {
  readonly of: Float32Array;
  readonly least: number;
}

/** The largest mean over square windows of values, one a cell; windows overlap by half. With `whole`: share of that. */
export function worstWindow(values: Float32Array, { width, height }: Grid, whole?: Whole): number {
  const edge = Math.min(
    width,
    height,
    Math.max(parts.leastWindow, Math.round(Math.min(width, height) * parts.windowShare)),
  );
  const step = Math.max(1, edge >> 1);
  const sumOf = (cells: Float32Array, left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + edge; y++) for (let x = left; x < left + edge; x++) sum += cells[y * width + x];
    return sum;
  };
  let worst = 0;
  // The last window of a row or column ends at the border.
  const starts = (size: number) =>
    Array.from({ length: Math.ceil((size - edge) / step) + 1 }, (_, i) => Math.min(i * step, size - edge));
  for (const top of starts(height)) {
    for (const left of starts(width)) {
      const all = whole ? Math.max(whole.least, sumOf(whole.of, left, top)) : edge * edge;
      worst = Math.max(worst, sumOf(values, left, top) / all);
    }
  }
  return worst;
}
