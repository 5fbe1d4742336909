import { type ArgsOf, declareKernel, f32, integer, out, size, u8, u16 } from "../declaration.ts";

/** Rows and columns around a place that its colours depend on. */
export const demosaicBayerBorder = 12;

/**
 * Bayer mosaic to linear RGB, on square roots of light: directions after RCD (Sanz Rodríguez 2017); green from four
 * sides (Hamilton, Adams 1997) and from low-passed differences (after Zhang, Wu 2005), mixed by how well each explains
 * the place's own colour; red and blue as local lines of green (the model of residual interpolation, Kiku 2013).
 * `source` is width × height, one sample a photosite; red stands where x % 2 = `redX` and y % 2 = `redY`, blue on the
 * other diagonal place. Every sample becomes (v − black[c]) · scale[c], clamped to [0, 65535]. `target` is width ×
 * height × 3, interleaved. Borders are mirrored, which keeps the colours' places; an output row depends on {@link
 * demosaicBayerBorder} rows above and below. Rows are the target's.
 */
export const demosaicBayerArgs = declareKernel({
  rows: "height",
  constants: { demosaicBayerBorder },
  args: {
    source: u16("width", "height"),
    target: out(u16("width", "height", 3)),
    black: f32(3),
    scale: f32(3),
    width: size,
    height: size,
    redX: integer(0, 1),
    redY: integer(0, 1),
  },
});
export type DemosaicBayerArgs = ArgsOf<typeof demosaicBayerArgs>;

export const demosaicXtransBorder = 7;
export const xtransModels = 10;
export const xtransTaps = 49;

/**
 * X-Trans mosaic to linear RGB, on square roots of light. Green at red and blue places is the mean of {@link
 * xtransModels} linear estimates from the 7 × 7 samples around, each right for another kind of picture and weighted
 * with how well its kind predicts the samples nearby (pseudo-likelihood; Besag 1975); red and blue follow by colour
 * differences weighted with nearness in place and in green.
 *
 * `source` is width × height, one sample a photosite; `pattern` holds the 36 colours (0 red, 1 green, 2 blue) of the 6
 * × 6 cell that begins at the origin, with red and blue in every 5 × 5 window. `filters` are, for each place of the
 * cell, row by row, two tables of {@link xtransTaps} samples (dy = −3…3, then dx = −3…3) × {@link xtransModels}: of
 * each model's error at the sample in the middle as predicted by the others, over its usual size; and of its estimate
 * of green there (not read at green places). The first half of the models is one family, the second the other. Every
 * sample becomes (v − black[c]) · scale[c], clamped to [0, 65535]. `target` is width × height × 3, interleaved. Beyond
 * the borders the picture repeats shifted by whole cells; an output row depends on {@link demosaicXtransBorder} rows
 * above and below. Rows are the target's.
 */
export const demosaicXtransArgs = declareKernel({
  rows: "height",
  constants: { demosaicXtransBorder, xtransModels, xtransTaps },
  args: {
    source: u16("width", "height"),
    target: out(u16("width", "height", 3)),
    pattern: u8(36),
    filters: f32(36, 2, xtransTaps, xtransModels),
    black: f32(3),
    scale: f32(3),
    width: size,
    height: size,
  },
});
export type DemosaicXtransArgs = ArgsOf<typeof demosaicXtransArgs>;
