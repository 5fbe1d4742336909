import { type ArgsOf, declareKernel, f32, integer, out, size, u8, u16 } from "../declaration.ts";

/** Rows and columns around a pixel that its colours depend on. */
export const demosaicBayerBorder = 12;

/**
 * Bayer mosaic to linear RGB, computed on square roots of light. Directions follow RCD (Sanz Rodríguez 2017). Green is
 * estimated from four sides (Hamilton, Adams 1997) and from low-passed differences (after Zhang, Wu 2005), mixed by how
 * well each estimate explains the pixel's own colour. Red and blue are local lines of green (the model of residual
 * interpolation, Kiku 2013). Borders are mirrored (reflect-101), which keeps the pattern of colours. An output row
 * depends on {@link demosaicBayerBorder} rows above and below. Rows are target rows.
 */
export const demosaicBayerArgs = declareKernel({
  rows: "height",
  constants: { demosaicBayerBorder },
  args: {
    /** One sample a photosite. A sample v becomes (v − black[c]) · scale[c], clamped to [0, 65535]. */
    source: u16("width", "height"),
    target: out(u16("width", "height", 3)),
    black: f32(3),
    scale: f32(3),
    width: size,
    height: size,
    /** Red photosites are at x % 2 = `redX` and y % 2 = `redY`, blue ones diagonally opposite. */
    redX: integer(0, 1),
    redY: integer(0, 1),
  },
});
export type DemosaicBayerArgs = ArgsOf<typeof demosaicBayerArgs>;

/** Rows and columns around a pixel that its colours depend on. */
export const demosaicXtransBorder = 7;
/** Number of linear estimates of green. */
export const xtransModels = 10;
/** Samples of an estimate: 7 × 7. */
export const xtransTaps = 49;

/**
 * X-Trans mosaic to linear RGB, computed on square roots of light. Green at red and blue photosites is the mean of
 * {@link xtransModels} linear estimates from the surrounding 7 × 7 samples. Each estimate is fitted to another kind of
 * picture and weighted by how well its kind predicts the samples nearby (pseudo-likelihood; Besag 1975). Red and blue
 * follow from colour differences, weighted by proximity in position and in green. Outside the borders the picture
 * repeats, shifted by whole cells. An output row depends on {@link demosaicXtransBorder} rows above and below. Rows are
 * target rows.
 */
export const demosaicXtransArgs = declareKernel({
  rows: "height",
  constants: { demosaicXtransBorder, xtransModels, xtransTaps },
  args: {
    /** One sample a photosite. A sample v becomes (v − black[c]) · scale[c], clamped to [0, 65535]. */
    source: u16("width", "height"),
    target: out(u16("width", "height", 3)),
    /**
     * Colours (0 red, 1 green, 2 blue) of the 6 × 6 cell that begins at the origin. Every 5 × 5 window must contain red
     * and blue.
     */
    pattern: u8(36),
    /**
     * For each position of the cell, row by row, two tables of {@link xtransTaps} samples (dy = −3…3, then dx = −3…3) ×
     * {@link xtransModels}. The first gives each model's error at the central sample, predicted from the others,
     * divided by its usual size; the second gives its estimate of green there and is not read at green photosites. The
     * first half of the models is one family, the second half the other.
     */
    filters: f32(36, 2, xtransTaps, xtransModels),
    black: f32(3),
    scale: f32(3),
    width: size,
    height: size,
  },
});
export type DemosaicXtransArgs = ArgsOf<typeof demosaicXtransArgs>;
