import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  number,
  oneOf,
  out,
  samples,
  sizeFrom,
} from "../../declaration.ts";

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
    leastSlope: number,
    /** Minimum contrast of the window, in display values. */
    leastContrast: number,
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
