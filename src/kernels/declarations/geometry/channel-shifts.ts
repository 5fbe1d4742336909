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

/** Pixels on either side of an edge in which the channels are compared. */
export const shiftReach = 10;
/** Reach of the binomial that smooths them first, whose standard deviation is √(reach / 2) pixels. */
export const shiftSmooth = 8;
/**
 * Reach of the binomial by which chroma is blurred that was stored at half size: a box of 2 and linear interpolation.
 */
export const halvedReach = 2;
/**
 * What is stored of an edge: its pixel, its normal, and of red and blue each the shift against green along the normal,
 * px, and how sure it is: 1 / variance, px⁻²; 0 if unknown.
 */
export const channelShift = declareRecord("column", "row", "normalX", "normalY", "red", "redSure", "blue", "blueSure");

/**
 * How far red and blue lie from green at the steepest edge of green in each block of blockPx × blockPx pixels of a
 * picture (`source`, width × height × 3). Rows and columns `spacing` apart are searched; an edge has a slope from
 * `leastSlope` (display values over two pixels) and a contrast of `leastContrast` in its window. If green reaches
 * `brightest` nearby, the edge is skipped; if red or blue does, its shift is unknown. A channel is a · green + b,
 * moved: first order in the shift, by least squares over the window. With `halved`, chroma was stored at half size:
 * what is compared are the channel less the fine part of green, which is in it unmoved, and green without that part.
 * Before that red and blue are taken from where a lens puts them: radius r from the centre, in units of `unitsPerPx`,
 * times 1 + linear + cubic · r². `shifts` has a {@link channelShift} a block. Rows are rows of blocks.
 */
export const channelShiftsArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { shiftReach, shiftSmooth, halvedReach },
  records: { channelShift },
  args: {
    source: samples("S", "width", "height", 3),
    shifts: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", channelShift.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    max: number,
    leastSlope: number,
    leastContrast: number,
    brightest: number,
    halved: oneOf<number>(0, 1),
    unitsPerPx: number,
    redLinear: number,
    redCubic: number,
    blueLinear: number,
    blueCubic: number,
  },
});
export type ChannelShiftsArgs = ArgsOf<typeof channelShiftsArgs>;
