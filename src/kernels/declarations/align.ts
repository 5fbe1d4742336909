import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  f64,
  flag,
  i32,
  integer,
  optional,
  out,
  samples,
  single,
  size,
  sizeUpTo,
  u8,
  u16,
} from "../declaration.ts";

/**
 * A row of the tile table. `x`, `y`, `width`, `height`: template coordinates of the tile's first pixel, and its size,
 * at most 64 × 64. `templateAt`: index of that pixel in `template` and `blocked`; a pixel more on every side must
 * exist. `frameAt`: where the frame's patch begins in `frame`; then the frame coordinates of its first pixel, and its
 * size.
 */
const alignTileRow = declareRecord(
  "x",
  "y",
  "width",
  "height",
  "templateAt",
  "frameAt",
  "frameX",
  "frameY",
  "frameWidth",
  "frameHeight",
);
export const alignTile = alignTileRow.at;
export const alignTileColumns = alignTileRow.length;

/** A row of the sums: ΣW·∇∇ᵀ, ΣW·∇r, and over all pixels that take part Σt², Σf², Σt·f, their number and Σr². */
const alignSumsRow = declareRecord("xx", "xy", "yy", "xr", "yr", "tt", "ff", "tf", "count", "rr");
export const alignSums = alignSumsRow.at;
export const alignSumColumns = alignSumsRow.length;

/**
 * What a Gauss–Newton step needs to know of each tile (inverse compositional: Baker & Matthews 2004, eq. 35-37). Over
 * the pixels that are not `blocked`, whose squared gradient reaches `leastSquare` and whose place lies inside the
 * frame's patch: residual r = frame(transform(x, y)) − template(x, y), read by Catmull-Rom interpolation or as a cubic
 * B-spline, the place linear along a tile's row between its exact ends; ∇ = the template's central differences; weight
 * W: Tukey's biweight (1 − (r/tukey)²)², 0 beyond.
 *
 * Tiles may be in one plane, or each in its own patch. Rows are tiles.
 */
export const alignAccumulateArgs = declareKernel({
  records: { alignTile: alignTileRow, alignSums: alignSumsRow },
  args: {
    template: f32(),
    /** 1 where a pixel must not be used. */
    blocked: u8(),
    templateStride: size,
    frame: f32(),
    frameStride: size,
    /** 1: `frame` holds coefficients of a cubic B-spline; 0: samples. */
    spline: flag,
    /** Template pixel → frame pixel, row-major 3 × 3. */
    transform: f64(9),
    /** A row of {@link alignTileColumns} each. */
    tiles: i32("rowEnd", alignTileColumns),
    leastSquare: single,
    /** Above 0. */
    tukey: single,
    /** A row of {@link alignSumColumns} each, overwritten. */
    sums: out(f64("rowEnd", alignSumColumns)),
  },
});
export type AlignAccumulateArgs = ArgsOf<typeof alignAccumulateArgs>;

/** Radius of the mean that is taken off, at most. */
const mostFeatureRadius = 32;

/**
 * Edges without the slow changes of light: `source` (width × height, 65535 = 1) smoothed by [1 2 1]/4 along both axes,
 * less its mean over (2·radius + 1)² pixels; borders repeat the edge. `target` has the source's size. Rows are the
 * target's.
 */
export const alignFeatureArgs = declareKernel({
  rows: "height",
  constants: { mostFeatureRadius },
  args: {
    source: u16("width", "height"),
    target: out(f32("width", "height")),
    width: size,
    height: size,
    radius: sizeUpTo(mostFeatureRadius),
  },
});
export type AlignFeatureArgs = ArgsOf<typeof alignFeatureArgs>;

/**
 * Square patches read from the picture itself through a tone curve, less their mean over (2 · radius + 1)²: the samples
 * of one channel go through `lut` first and are averaged then, factor × factor to a pixel, since the tone of a mean is
 * not the mean of tones. With `spline` the coefficients of the cubic B-spline through them (Unser, Aldroubi & Eden
 * 1993), mirrored at the ends. `source` is width × height × channels (1 to 4); `lut` has 65,536 entries and is indexed
 * by the sample scaled to 16 bits. `origins` is {x, y} a patch, of its first pixel; a border of `radius` round it must
 * lie inside. `target` and `clipped` are patches × size × size; `clipped`, where wanted, is 1 where a sample within two
 * pixels reaches `clipAt` (in units of `source`; samples outside the patch and its border are not seen), else 0. Rows
 * are patches.
 */
export const alignPatchesArgs = declareKernel({
  args: {
    source: samples("S", "width", "height", "channels"),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    factor: sizeUpTo(64),
    lut: u16(65536),
    origins: i32("rowEnd", 2),
    size: sizeUpTo(128),
    radius: sizeUpTo(32),
    clipAt: integer(),
    spline: flag,
    target: out(f32("rowEnd", "size", "size")),
    clipped: optional(out(u8("rowEnd", "size", "size"))),
  },
});
export type AlignPatchesArgs = ArgsOf<typeof alignPatchesArgs>;
