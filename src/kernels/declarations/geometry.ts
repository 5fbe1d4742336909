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

/**
 * Gradients of a small picture's light. `source`: width × height × channels (1 or 3) display values; three are weighed
 * by `red`, `green` and `blue`. `light`: smoothed by the binomial over 5 × 5 pixels, the border repeated. `magnitude`:
 * size of Scharr's gradient, 0 where it is less than `minMagnitude`, where |gy| > |gx| · `maxSlopeY` or |gx| > |gy| ·
 * `maxSlopeX`, and along the border; `directionX`, `directionY`: its unit vector there, else 0. Rounded where it is
 * stored, and nowhere else.
 */
export const levelLinesArgs = declareKernel({
  rows: "height",
  args: {
    source: f32("width", "height", "channels"),
    light: out(f32("width", "height")),
    magnitude: out(f32("width", "height")),
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
