import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  flag,
  number,
  oneOf,
  optional,
  out,
  samples,
  size,
  sizeFrom,
  sizeUpTo,
} from "../declaration.ts";

/** Pixels on either side of an edge over which the channels are compared. */
export const shiftReach = 10;
/**
 * Reach in pixels of the binomial filter that smooths the channels first. Its standard deviation is √(reach / 2)
 * pixels.
 */
export const shiftSmooth = 8;
/**
 * Reach in pixels of the binomial filter that matches the blur of chroma stored at half size: a box of 2 and linear
 * interpolation.
 */
export const halvedReach = 2;
/**
 * An edge: its pixel and its normal; for red and blue the shift against green along the normal, in pixels, and its
 * certainty 1 / variance, in px⁻², 0 if unknown.
 */
export const channelShift = declareRecord("column", "row", "normalX", "normalY", "red", "redSure", "blue", "blueSure");

/**
 * Measures how far red and blue are shifted against green, at the steepest edge of green in each block of blockPx ×
 * blockPx pixels of a picture. Rows and columns `spacing` pixels apart are searched. If green reaches `brightest`
 * nearby, the edge is skipped; if red or blue does, its shift is unknown. A channel is modelled as a · green + b,
 * shifted along the normal: first order in the shift, by least squares over the window.
 *
 * Red and blue are read where a lens puts them: at radius r · (1 + linear + cubic · r²) from the centre, r in units of
 * `unitsPerPx`. Rows are rows of blocks.
 */
export const channelShiftsArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { shiftReach, shiftSmooth, halvedReach },
  records: { channelShift },
  args: {
    source: samples("S", "width", "height", 3),
    /** One {@link channelShift} a block. */
    shifts: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", channelShift.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    /** Full scale of `source`. */
    max: number,
    /** Minimum slope of an edge, in display values over two pixels. */
    minSlope: number,
    /** Minimum contrast of the window, in display values. */
    minContrast: number,
    brightest: number,
    /**
     * 1: chroma was stored at half size. The fine part of green, which the other channels contain without a shift, is
     * then removed from both sides of the comparison.
     */
    halved: oneOf<number>(0, 1),
    unitsPerPx: number,
    redLinear: number,
    redCubic: number,
    blueLinear: number,
    blueCubic: number,
  },
});
export type ChannelShiftsArgs = ArgsOf<typeof channelShiftsArgs>;

/** Gradients of a small picture's light, rounded only when stored. Rows are the picture's. */
export const levelLinesArgs = declareKernel({
  rows: "height",
  args: {
    /** Display values. Three channels are weighted by `red`, `green` and `blue`. */
    source: f32("width", "height", "channels"),
    /** Smoothed by a binomial over 5 × 5 pixels; the border is repeated. */
    light: out(f32("width", "height")),
    /**
     * Magnitude of Scharr's gradient (gx, gy). 0 along the border, below `minMagnitude`, and where |gy| > |gx| ·
     * `maxSlopeY` or |gx| > |gy| · `maxSlopeX`.
     */
    magnitude: out(f32("width", "height")),
    /** Unit vector of the gradient; 0 where the magnitude is 0. */
    directionX: out(f32("width", "height")),
    directionY: out(f32("width", "height")),
    width: size,
    height: size,
    channels: oneOf(1, 3),
    red: number,
    green: number,
    blue: number,
    minMagnitude: number,
    maxSlopeX: number,
    maxSlopeY: number,
  },
});
export type LevelLinesArgs = ArgsOf<typeof levelLinesArgs>;

/** Maximum distance between nodes of the grid, in pixels. */
const maxGridStep = 64;

/**
 * Resamples an interleaved RGB picture through a grid of source positions, with a Lanczos window of four lobes (Duchon
 * 1979, "Lanczos filtering in one and two dimensions"; 8 × 8 taps, exact for ramps). Positions are rounded to 1/1024
 * px. There is no low-pass filter: for a strong reduction, shrink first. Rows are target rows.
 */
export const warpArgs = declareKernel({
  rows: "targetHeight",
  constants: { maxGridStep },
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
    gridStep: sizeUpTo(maxGridStep),
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
