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
 * A pixel is used if it is not `blocked`, its squared gradient is at least `leastSquare`, and its position in the frame
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
    leastSquare: single,
    /** Width of the biweight, in units of `template`; above 0. */
    tukey: single,
    /** A row of {@link alignSumColumns} numbers for each tile, overwritten. */
    sums: out(f64("rowEnd", alignSumColumns)),
  },
});
export type AlignAccumulateArgs = ArgsOf<typeof alignAccumulateArgs>;
