import {
  type ArgsOf,
  declareKernel,
  f32,
  flag,
  integer,
  number,
  out,
  samples,
  single,
  size,
  sizeUpTo,
  u16,
  wide,
} from "../declaration.ts";

/**
 * Removes a sensor's blur from a display picture (RGB, interleaved). Light is the square of display luma (a quarter
 * red, half green, a quarter blue; 1 = white); `beside`, `second` and `third` weigh places one to three away in the
 * blur, along rows and columns, and the own place has what is left to 1. Two rounds of Gold's ratio method (1964) give
 * sharper light, which is brought between the least and most light of 5 × 5 places, widened by what a place itself
 * stands out of 3 × 3. Where luma differs by less than `noise` (256 entries by luma, 1 = white) over 5 × 5 places
 * nothing changes, where it differs by twice that or more all of the change is taken; none next to clipped places. Each
 * pixel's channels are scaled alike. The picture is mirrored at its edges. An output row depends on 6 rows above and
 * below; `source` and `target` must differ.
 */
export const captureSharpenArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("S", "width", "height", 3)),
    noise: f32(256),
    width: size,
    height: size,
    beside: single,
    second: single,
    third: single,
  },
});
export type CaptureSharpenArgs = ArgsOf<typeof captureSharpenArgs>;

/**
 * Bayer mosaic to display RGB in one go, for pictures that nothing else is done to in between: `demosaicBayer`, then
 * `developColor`, then, for a `target` of 8 bits, `narrow`; the bytes are theirs. The crop of `cropWidth` ×
 * `cropHeight` begins at (`left`, `top`) of the mosaic, which is `width` × `height`; its pixel (x, y) goes to the
 * target's pixel `start + x · stepX + y · stepY`. Rows are the crop's.
 */
export const developBayerArgs = declareKernel({
  rows: "cropHeight",
  args: {
    source: u16("width", "height"),
    target: out(samples("T")),
    black: f32(3),
    scale: f32(3),
    curve: u16(65536),
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    redX: integer(0, 1),
    redY: integer(0, 1),
    left: integer(0, "width - cropWidth"),
    top: integer(0, "height - cropHeight"),
    cropWidth: size,
    cropHeight: size,
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopBayerArgs = ArgsOf<typeof developBayerArgs>;

/**
 * Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, per pixel: clipped channels are
 * rebuilt from the others, then a 3 × 3 `matrix` (row-major, into 0 to 65535) and `curve` (65536 entries, rising),
 * which leaves blues blue. `clip` is where each channel of the source clips. The target's pixel (x, y) comes from the
 * source's pixel `start + x · stepX + y · stepY`, so that turning a picture costs no separate pass; `source` and
 * `target` may be one when nothing turns. Interleaved, 3 channels. `width`, `height` and rows are the target's.
 */
export const developColorArgs = declareKernel({
  rows: "height",
  args: {
    source: u16(),
    target: out(u16("width", "height", 3)),
    curve: u16(65536),
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopColorArgs = ArgsOf<typeof developColorArgs>;

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

/**
 * Hue, saturation and value tables of a DNG profile over linear camera RGB (interleaved, 16 bits): `forward` (3 × 3,
 * row-major) brings a pixel to ProPhoto light, 1 = white, `backward` what the table changes there back. The table holds
 * hue shift (degrees), saturation scale and value scale at ((value · hues + hue) · saturations + saturation) · 3; hues
 * wrap. `encoded` (1): values are those of sRGB's transfer function. The change fades out from 92 % of `clip` (per
 * channel) on. `source` and `target` may be one. Rows are the picture's. DNG specification 1.7, chapter 6, "Applying
 * the Hue/Saturation/Value Mapping Table".
 */
export const hueSatMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    table: f32("hues", "saturations", "values", 3),
    forward: f32(9),
    backward: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    hues: sizeUpTo(4096),
    saturations: integer(2, 4096),
    values: sizeUpTo(4096),
    encoded: flag,
  },
});
export type HueSatMapArgs = ArgsOf<typeof hueSatMapArgs>;
