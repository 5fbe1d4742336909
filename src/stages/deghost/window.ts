import type { U16 } from "../../image/index.ts";
import { cellSamples, type SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { dilate, type Grid } from "./cell-mask.ts";

// Areas cover a small part of a picture, so masks of them are computed only in a rectangle around them.

/** A rectangle of a grid, itself a grid; as wide as the grid if that wraps. */
export interface Window extends Grid {
  /** Its first column in the grid. */
  readonly left: number;
  /** Its first row in the grid. */
  readonly top: number;
}

/** The smallest window with all cells within `margin` of the given ones, of which there is at least one. */
export function windowAround(cells: Int32Array, grid: Grid, margin: number): Window {
  let [left, top, right, bottom] = [grid.width, grid.height, 0, 0];
  for (const cell of cells) {
    const y = Math.floor(cell / grid.width);
    const x = cell - y * grid.width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  [left, right] = grid.wrapX ? [0, grid.width - 1] : [Math.max(0, left - margin), right + margin];
  top = Math.max(0, top - margin);
  const width = Math.min(grid.width, right + 1) - left;
  return { left, top, width, height: Math.min(grid.height, bottom + margin + 1) - top, wrapX: grid.wrapX };
}

/** The smallest window of whole rows with all rows within `margin` of a set cell, of which there is at least one. */
export function rowsAround(mask: Uint8Array, { width, height, wrapX }: Grid, margin: number): Window {
  const isSet = (value: number) => value > 0;
  const top = Math.max(0, Math.floor(mask.findIndex(isSet) / width) - margin);
  const end = Math.min(height, Math.floor(mask.findLastIndex(isSet) / width) + margin + 1);
  return { left: 0, top, width, height: end - top, wrapX };
}

/** A mask of a window in which the given cells of the grid, all inside, are set. */
export function maskIn(cells: Int32Array, grid: Grid, window: Window): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(window.width * window.height);
  for (const cell of cells) {
    const y = Math.floor(cell / grid.width);
    mask[(y - window.top) * window.width + (cell - y * grid.width - window.left)] = 1;
  }
  return mask;
}

/** Indices of the cells that are set in a mask, in reading order. */
export function cellsOf(mask: Uint8Array): Int32Array {
  const cells = new Int32Array(mask.length);
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]) cells[count++] = i;
  return cells.slice(0, count);
}

/** Indices in the grid of cells of a window. */
export function inGrid(cells: Int32Array, grid: Grid, { left, top, width }: Window): Int32Array {
  return cells.map((cell) => {
    const y = Math.floor(cell / width);
    return (y + top) * grid.width + (cell - y * width) + left;
  });
}

/** All cells within `radius` (a square) of the given ones, of which there is at least one; in reading order. */
export function cellsWithin(cells: Int32Array, grid: Grid, radius: number): Int32Array {
  const window = windowAround(cells, grid, radius);
  return inGrid(cellsOf(dilate(maskIn(cells, grid, window), window, radius)), grid, window);
}

/** An array for the whole grid: `part` in the window, elsewhere 0. */
export function uncrop(part: Uint8Array, grid: Grid, { left, top, width, height }: Window): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(grid.width * grid.height);
  for (let y = 0; y < height; y++) {
    values.set(part.subarray(y * width, (y + 1) * width), (top + y) * grid.width + left);
  }
  return values;
}

/** The window's part of a small copy, in pixel memory: the caller releases `data`. */
export function cropCopy(copy: SmallCopy, window: Window, { memory }: StageContext): SmallCopy {
  const { width, height } = window;
  const data = memory.u16(width * height * cellSamples);
  for (const [own, row] of sharedRows(copy, window)) data.set(copy.data.subarray(...row), own);
  return { ...copy, width, height, data };
}

/** Writes a cropped copy back. */
export function restoreCopy(copy: SmallCopy, window: Window, part: U16): void {
  for (const [own, row] of sharedRows(copy, window)) {
    copy.data.set(part.subarray(own, own + row[1] - row[0]), row[0]);
  }
}

/** For each row of a window, its start in the cropped data, and its range in the whole. */
function* sharedRows(copy: SmallCopy, { left, top, width, height }: Window): Generator<[number, [number, number]]> {
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * copy.width + left) * cellSamples;
    yield [y * width * cellSamples, [from, from + width * cellSamples]];
  }
}
