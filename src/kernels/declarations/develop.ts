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
 * red, half green, a quarter blue; 1 = white). Two rounds of Gold's ratio method (1964), each with ratios of at most a
 * factor of two, give sharper light. It is clamped to the range of light over 5 × 5 pixels, narrowed by the noise and
 * widened by the amount by which the pixel stands out from its 3 × 3 neighbourhood, so that edges get no halo. All
 * channels of a pixel are scaled by the same factor. The picture is mirrored at its edges. An output row depends on 6
 * rows above and below; `source` and `target` must differ. Rows are the picture's.
 */
export const captureSharpenArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("S", "width", "height", 3)),
    /**
     * Noise by luma, in units of luma, 1 = white; above 0. Where luma varies by less than this over 5 × 5 pixels,
     * nothing changes; where it varies by at least twice as much, the full change is applied. The change fades out from
     * 95 % of white on.
     */
    noise: f32(256),
    width: size,
    height: size,
    /** Weight in the blur of the pixels at distance one, along rows and columns. The centre has the rest of 1. */
    first: single,
    /** Weight of the pixels at distance two. */
    second: single,
    /** Weight of the pixels at distance three. */
    third: single,
  },
});
export type CaptureSharpenArgs = ArgsOf<typeof captureSharpenArgs>;

/**
 * Bayer mosaic to display RGB in one pass, for pictures that need no step in between: `demosaicBayer`, then
 * `developColor`, then, for a `target` of 8 bits, `narrow`, with the same bytes. Rows are the crop's.
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
    /** Value at which each channel of the source clips. */
    clip: f32(3),
    width: size,
    height: size,
    redX: integer(0, 1),
    redY: integer(0, 1),
    /** The crop begins at (`left`, `top`) of the mosaic. */
    left: integer(0, "width - cropWidth"),
    top: integer(0, "height - cropHeight"),
    cropWidth: size,
    cropHeight: size,
    /** The crop's pixel (x, y) is written to the target's pixel `start + x · stepX + y · stepY`. */
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopBayerArgs = ArgsOf<typeof developBayerArgs>;

/**
 * Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, for each pixel: clipped channels are
 * rebuilt from the others, then `matrix` and `curve` are applied; blues keep their hue. `width`, `height` and rows are
 * the target's.
 */
export const developColorArgs = declareKernel({
  rows: "height",
  args: {
    /** Can be `target` if the picture is not turned. */
    source: u16(),
    target: out(u16("width", "height", 3)),
    /** Rising. */
    curve: u16(65536),
    /** Row-major 3 × 3, to 0 to 65535. */
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    /**
     * The target's pixel (x, y) comes from the source's pixel `start + x · stepX + y · stepY`, so that turning a
     * picture needs no separate pass.
     */
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopColorArgs = ArgsOf<typeof developColorArgs>;

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

/**
 * Applies the hue, saturation and value table of a DNG profile to linear camera RGB (interleaved, 16 bits). `source`
 * and `target` can be the same. Rows are the picture's. DNG specification 1.7, chapter 6, "Applying the
 * Hue/Saturation/Value Mapping Table".
 */
export const hueSatMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    /**
     * Hue shift in degrees, saturation scale and value scale at ((value · hues + hue) · saturations + saturation) · 3;
     * hues wrap.
     */
    table: f32("hues", "saturations", "values", 3),
    /** Row-major 3 × 3; converts a pixel to ProPhoto light, 1 = white. */
    forward: f32(9),
    /** Row-major 3 × 3; converts the table's change of ProPhoto light back. */
    backward: f32(9),
    /** Value at which each channel of the source clips. The change fades out from 92 % of it on. */
    clip: f32(3),
    width: size,
    height: size,
    hues: sizeUpTo(4096),
    saturations: integer(2, 4096),
    values: sizeUpTo(4096),
    /** 1: the table's values are encoded with sRGB's transfer function. */
    encoded: flag,
  },
});
export type HueSatMapArgs = ArgsOf<typeof hueSatMapArgs>;
