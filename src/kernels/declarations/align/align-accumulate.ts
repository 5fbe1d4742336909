import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  f64,
  flag,
  i32,
  out,
  single,
  size,
  u8,
} from "../../declaration.ts";

/**
 * A row of the tile table. `x`, `y`, `width`, `height`: template coordinates of the tile's first pixel, and its size, at
 * most 64 × 64. `templateAt`: index of that pixel in `template` and `blocked`; a pixel more on every side must exist.
 * `frameAt`: where the frame's patch begins in `frame`; then the frame coordinates of its first pixel, and its size.
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
