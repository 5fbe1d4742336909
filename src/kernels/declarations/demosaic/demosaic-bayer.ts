import { type ArgsOf, declareKernel, f32, integer, out, size, u16 } from "../../declaration.ts";

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
