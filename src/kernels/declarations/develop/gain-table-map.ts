import { type ArgsOf, declareKernel, f32, number, out, single, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Applies the gain tables of a DNG profile to linear camera RGB (interleaved, 16 bits). Clipped channels are rebuilt as
 * in `developColor`, and `forward` converts the pixel to exposed linear RIMM light, 1 = white, clamped to 0 from below.
 * The sum of red, green, blue, their minimum and their maximum, each times one of the five `weights`, is clamped to [0,
 * 1] and raised to `gamma`. It selects a gain from the table at the pixel's position. The pixel is multiplied by this
 * gain and by `scale`, and clamped to 65535. `source` and `target` can be the same. Rows are the picture's. DNG
 * specification 1.7.1, ProfileGainTableMap and ProfileGainTableMap2.
 */
export const gainTableMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    /**
     * The table of a row and column begins at (row · columns + column) · points. Bilinear between four tables, constant
     * outside.
     */
    gains: f32("rows", "columns", "points"),
    /** Row-major 3 × 3. */
    forward: f32(9),
    /** Value at which each channel of the source clips. */
    clip: f32(3),
    weights: f32(5),
    width: size,
    height: size,
    rows: sizeUpTo(65536),
    columns: sizeUpTo(65536),
    points: sizeUpTo(65536),
    /** Pixel (x, y) is at column `startX + x · stepX` and row `startY + y · stepY` of the tables. */
    startX: number,
    stepX: number,
    startY: number,
    stepY: number,
    gamma: single,
    scale: single,
  },
});
export type GainTableMapArgs = ArgsOf<typeof gainTableMapArgs>;
