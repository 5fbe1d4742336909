import { type ArgsOf, declareKernel, f32, integer, out, size, u16 } from "../../declaration.ts";

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
