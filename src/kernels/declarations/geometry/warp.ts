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

/** Maximum distance between nodes of the grid, in pixels. */
const mostGridStep = 64;

/**
 * Resamples an interleaved RGB picture through a grid of source positions, with a Lanczos window of four lobes (Duchon
 * 1979, "Lanczos filtering in one and two dimensions"; 8 × 8 taps, exact for ramps). Positions are rounded to 1/1024
 * px. There is no low-pass filter: for a strong reduction, shrink first. Rows are target rows.
 */
export const warpArgs = declareKernel({
  rows: "targetHeight",
  constants: { mostGridStep },
  args: {
    source: samples("S", "sourceWidth", "sourceHeight", 3),
    /** Has the source's sample type, or 16 bits. */
    target: out(samples("T", "targetWidth", "targetHeight", 3)),
    sourceWidth: size,
    sourceHeight: size,
    targetWidth: size,
    targetHeight: size,
    /**
     * Source position (x, y) of the target pixel (i · gridStep, j · gridStep), in pixels with centres at integers;
     * bilinear in between. Positions outside the source read its edge or, with `wrapX` 1, the other side (up to 2²³
     * px). NaN reads the left or upper edge.
     */
    grid: f32("nodesX", "nodesY", "mapChannels", 2),
    gridStep: sizeUpTo(mostGridStep),
    nodesX: sizeFrom("(targetWidth - 1) / gridStep + 2"),
    nodesY: sizeFrom("(targetHeight - 1) / gridStep + 2"),
    /** 3: red, green and blue have separate positions. */
    mapChannels: oneOf(1, 3),
    /** Factors on linear light (clamped to ½ to 16, NaN to ½), bilinear, applied after resampling. */
    gain: optional(f32("nodesX", "nodesY")),
    wrapX: flag,
  },
});
export type WarpArgs = ArgsOf<typeof warpArgs>;
