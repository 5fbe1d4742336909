import type { GainTableMapArgs } from "../../../../src/kernels/declarations/develop.ts";
import { pollCancel } from "../poll-cancel.ts";
import { rebuildHighlights, trusted } from "./develop-color.ts";

export function gainTableMap(args: GainTableMapArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, clip, width, startX, stepX, startY, stepY, rows, columns, scale } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    const row = between(startY + y * stepY, rows);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const pixel = [source[at], source[at + 1], source[at + 2]];
      if (pixel.some((value, c) => value > clip[c] * trusted)) rebuildHighlights(pixel, clip);
      const column = between(startX + x * stepX, columns);
      const index = between(tableInput(args, pixel) * args.points, args.points);
      const gain = lookUp(args, row, column, index) * scale;
      for (let c = 0; c < 3; c++) target[at + c] = Math.floor(Math.min(65535, pixel[c] * gain) + 0.5);
    }
  }
}

function tableInput({ forward: m, weights, gamma }: GainTableMapArgs, [r, g, b]: readonly number[]): number {
  const light = [0, 3, 6].map((row) => Math.max(0, m[row] * r + m[row + 1] * g + m[row + 2] * b));
  const parts = [...light, Math.min(...light), Math.max(...light)];
  const sum = parts.reduce((before, part, i) => before + part * weights[i], 0);
  return Math.min(1, Math.max(0, sum)) ** gamma;
}

interface Between {
  readonly first: number;
  readonly second: number;
  /** Weight of the second entry. */
  readonly share: number;
}

/** The two of `count` entries around a position; beyond the ends, both are the same one. */
function between(place: number, count: number): Between {
  const inside = Math.min(count - 1, Math.max(0, place));
  const first = Math.floor(inside);
  return { first, second: Math.min(count - 1, first + 1), share: inside - first };
}

function lookUp({ gains, columns, points }: GainTableMapArgs, row: Between, column: Between, index: Between): number {
  const inTable = (y: number, x: number) => {
    const table = (y * columns + x) * points;
    return mix(gains[table + index.first], gains[table + index.second], index.share);
  };
  const inRow = (y: number) => mix(inTable(y, column.first), inTable(y, column.second), column.share);
  return mix(inRow(row.first), inRow(row.second), row.share);
}

function mix(first: number, second: number, share: number): number {
  return first + (second - first) * share;
}
