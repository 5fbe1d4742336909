import { type ArgsOf, declareKernel, f32, number, out, single, size, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";
import { rebuildHighlights, trusted } from "./develop-color.ts";

/**
 * Gain tables of a DNG profile over linear camera RGB (interleaved, 16 bits): clipped channels are rebuilt as
 * `developColor` does (`clip` a channel), `forward` (3 × 3, row-major) brings the pixel to exposed linear RIMM light, 1
 * = white, without what is negative there; red, green, blue, the least and the most of them, times the five `weights`,
 * cut to [0, 1] and raised to `gamma`, choose a gain from the table at the pixel's place; the pixel is multiplied by it
 * and by `scale`, and stops at 65535. Tables stand at (row · columns + column) · points in `gains`; pixel (x, y) is at
 * column `startX + x · stepX` and row `startY + y · stepY` of them, between four of them bilinear, beyond the edge as
 * at the edge. `source` and `target` may be one. Rows are the picture's. DNG specification 1.7.1, ProfileGainTableMap
 * and ProfileGainTableMap2.
 */
export const gainTableMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    gains: f32("rows", "columns", "points"),
    forward: f32(9),
    clip: f32(3),
    weights: f32(5),
    width: size,
    height: size,
    rows: sizeUpTo(65536),
    columns: sizeUpTo(65536),
    points: sizeUpTo(65536),
    startX: number,
    stepX: number,
    startY: number,
    stepY: number,
    gamma: single,
    scale: single,
  },
});
export type GainTableMapArgs = ArgsOf<typeof gainTableMapArgs>;

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
  /** Of the second. */
  readonly share: number;
}

/** The two of `count` entries around a place, which are one beyond the ends. */
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
