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
 * A row of the tile table. `x`, `y`: template coordinates of the tile's first pixel; `width`, `height`: its size, at
 * most 64 × 64 px. `templateAt`: index of the first pixel in `template` and `blocked`, which must have one more pixel
 * on every side. `frameAt`: index in `frame` of the first pixel of the frame's patch; `frameX`, `frameY`, `frameWidth`,
 * `frameHeight`: frame coordinates of that pixel, and the patch's size.
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

/**
 * A row of the sums. `xx`, `xy`, `yy`: Σ W·∇∇ᵀ; `xr`, `yr`: Σ W·∇r. Unweighted sums over the same pixels: `tt` Σt²,
 * `ff` Σf², `tf` Σt·f, `count` the number of pixels, `rr` Σr².
 */
const alignSumsRow = declareRecord("xx", "xy", "yy", "xr", "yr", "tt", "ff", "tf", "count", "rr");
export const alignSums = alignSumsRow.at;
export const alignSumColumns = alignSumsRow.length;

/**
 * Sums for one Gauss–Newton step of each tile (inverse compositional alignment: Baker & Matthews 2004, eq. 35-37).
 *
 * A pixel is used if it is not `blocked`, its squared gradient is at least `minSquare`, and its position in the frame
 * lies inside the frame's patch. Its residual is r = frame(transform(x, y)) − template(x, y). The frame is sampled by
 * Catmull–Rom interpolation or as a cubic B-spline; positions are exact at both ends of a tile's row and linear in
 * between. ∇ is the template's central difference. The weight W is Tukey's biweight (1 − (r/tukey)²)², 0 if |r| >
 * tukey.
 *
 * Tiles can share one plane or each have their own patch. Rows are tiles.
 */
export const alignAccumulateArgs = declareKernel({
  records: { alignTile: alignTileRow, alignSums: alignSumsRow },
  args: {
    template: f32(),
    /** 1: the pixel is not used. */
    blocked: u8(),
    templateStride: size,
    frame: f32(),
    frameStride: size,
    /** 1: `frame` holds coefficients of a cubic B-spline; 0: samples. */
    spline: flag,
    /** Template pixel → frame pixel, row-major 3 × 3. */
    transform: f64(9),
    /** A row of {@link alignTileColumns} numbers for each tile. */
    tiles: i32("rowEnd", alignTileColumns),
    /** Minimum squared gradient of a pixel. */
    minSquare: single,
    /** Width of the biweight, in units of `template`; above 0. */
    tukey: single,
    /** A row of {@link alignSumColumns} numbers for each tile, overwritten. */
    sums: out(f64("rowEnd", alignSumColumns)),
  },
});
export type AlignAccumulateArgs = ArgsOf<typeof alignAccumulateArgs>;

/** Maximum radius of the mean that is subtracted, in pixels. */
const maxFeatureRadius = 32;

/**
 * Edges without slow changes of light: the source, smoothed by [1 2 1]/4 along both axes, minus its mean over
 * (2·`radius` + 1)² pixels. Pixels outside repeat the border. Rows are target rows.
 */
export const alignFeatureArgs = declareKernel({
  rows: "height",
  constants: { maxFeatureRadius },
  args: {
    /** 65535 = 1. */
    source: u16("width", "height"),
    /** Differences, in the same unit: 1 = full scale. */
    target: out(f32("width", "height")),
    width: size,
    height: size,
    radius: sizeUpTo(maxFeatureRadius),
  },
});
export type AlignFeatureArgs = ArgsOf<typeof alignFeatureArgs>;

/**
 * Square patches of one channel of a picture, read through a tone curve, minus their local mean over (2·`radius` + 1)²
 * pixels. The tone curve is applied before factor × factor samples are averaged to a pixel, because the tone of a mean
 * is not the mean of tones. Rows are patches.
 */
export const alignPatchesArgs = declareKernel({
  args: {
    /** 8 or 16 bits. */
    source: samples("S", "width", "height", "channels"),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    /** Samples averaged to a pixel, along each axis. */
    factor: sizeUpTo(64),
    /** Tone curve, indexed by the sample scaled to 16 bits. */
    lut: u16(65536),
    /**
     * x, y of each patch's first pixel, in pixels of factor × factor samples. A border of `radius` pixels around the
     * patch must lie inside the picture.
     */
    origins: i32("rowEnd", 2),
    /** Side of a patch, in pixels. */
    size: sizeUpTo(128),
    radius: sizeUpTo(32),
    /** Sample value from which a sample counts as clipped, in units of `source`. */
    clipAt: integer(),
    /**
     * 1: `target` receives the coefficients of the cubic B-spline through the pixels (Unser, Aldroubi & Eden 1993),
     * mirrored at the ends.
     */
    spline: flag,
    target: out(f32("rowEnd", "size", "size")),
    /** 1 if a sample within two pixels is clipped, else 0. Samples outside the patch and its border are ignored. */
    clipped: optional(out(u8("rowEnd", "size", "size"))),
  },
});
export type AlignPatchesArgs = ArgsOf<typeof alignPatchesArgs>;
