import { type ArgsOf, declareKernel, f32, number, out, single, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Gain tables of a DNG profile over linear camera RGB (interleaved, 16 bits): clipped channels are rebuilt as
 * `developColor` does (`clip` a channel), `forward` (3 × 3, row-major) brings the pixel to exposed linear RIMM light, 1
 * = white, without what is negative there; red, green, blue, the least and the most of them, times the five `weights`,
 * cut to [0, 1] and raised to `gamma`, choose a gain from the table at the pixel's place; the pixel is multiplied by it
 * and by `scale`, and stops at 65535. Tables are at (row · columns + column) · points in `gains`; pixel (x, y) is at
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
