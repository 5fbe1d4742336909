import {
  type ArgsOf,
  declareKernel,
  f32,
  flag,
  oneOf,
  optional,
  out,
  samples,
  size,
  sizeFrom,
  sizeUpTo,
} from "../../declaration.ts";

/** Pixels between nodes of the grid, at most. */
const mostGridStep = 64;

/**
 * Resamples an interleaved RGB picture through a grid of source positions, by Lanczos' window of four lobes (Duchon
 * 1979, "Lanczos filtering in one and two dimensions"; 8 × 8 taps, exact for ramps), positions to 1/1024 px. `target`
 * has the source's sample type, or 16 bits. Rows are the target's. No low-pass: for a strong reduction shrink first.
 *
 * `grid` holds nodesX × nodesY × mapChannels × 2 floats: the source position (x, y), in pixels with centres at whole
 * numbers, of the target pixel (i · gridStep, j · gridStep); bilinear in between. `mapChannels` 3 gives red, green and
 * blue their own positions. nodesX ≥ ⌊(targetWidth − 1) / gridStep⌋ + 2, nodesY likewise; gridStep 1 to 64. Positions
 * outside the source take its edge; with `wrapX` 1 they come in again on the other side, to 2²³ px. NaN counts as the
 * left or upper edge. `gain`, if there, holds nodesX × nodesY factors on linear light (clamped to ½ to 16), bilinear,
 * applied after resampling.
 */
export const warpArgs = declareKernel({
  rows: "targetHeight",
  constants: { mostGridStep },
  args: {
    source: samples("S", "sourceWidth", "sourceHeight", 3),
    target: out(samples("T", "targetWidth", "targetHeight", 3)),
    sourceWidth: size,
    sourceHeight: size,
    targetWidth: size,
    targetHeight: size,
    grid: f32("nodesX", "nodesY", "mapChannels", 2),
    gridStep: sizeUpTo(mostGridStep),
    nodesX: sizeFrom("(targetWidth - 1) / gridStep + 2"),
    nodesY: sizeFrom("(targetHeight - 1) / gridStep + 2"),
    mapChannels: oneOf(1, 3),
    gain: optional(f32("nodesX", "nodesY")),
    wrapX: flag,
  },
});
export type WarpArgs = ArgsOf<typeof warpArgs>;
