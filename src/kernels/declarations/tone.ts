import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  flag,
  number,
  out,
  samples,
  single,
  size,
} from "../declaration.ts";

/**
 * A cell of the grid: slope a and offset c of the guided filter, factors of the white balance for red and blue (green's
 * keeps the luma of grey), the lift l, the spread n, the veil v and a factor of chroma.
 */
export const toneCell = declareRecord("slope", "offset", "redGain", "blueGain", "lift", "neutral", "veil", "vividness");

/**
 * A node of the curve, which belongs to a base: y' = y·(darkRatio + darkBend·y) if y is below the base, otherwise 1 −
 * y' = u·(lightRatio + lightBend·u) with u = 1 − y; and a factor of chroma.
 */
export const toneNode = declareRecord("darkRatio", "darkBend", "lightRatio", "lightBend", "chroma");

/** A cell and a curve that change nothing. */
export const unchangedCell = {
  slope: 1,
  offset: 0,
  redGain: 1,
  blueGain: 1,
  lift: 1,
  neutral: 0,
  veil: 0,
  vividness: 1,
} as const;
export const unchangedCurve: readonly number[] = [
  ...toneNode.of({ darkRatio: 1, darkBend: 0, lightRatio: 1, lightBend: 0, chroma: 1 }),
  ...toneNode.of({ darkRatio: 1, darkBend: 0, lightRatio: 1, lightBend: 0, chroma: 1 }),
];

/**
 * The full-resolution pass of the tone stage, on display-encoded RGB (1.0 = full scale). For each pixel, in this order:
 *
 * 1. Veil: the haze h = v·m² / (m² + v²/4) is subtracted, where m is the smallest channel; h never exceeds m. Each
 *    channel becomes (x − h) / (1 − h), which preserves black and white.
 * 2. White balance: it fades out if all channels are near full scale, so that white stays white. A clipped channel is
 *    lowered less, because its light exceeded its sample.
 * 3. Lift: brightness y (see {@link brightnessOf}) is scaled as in {@link lightOf}.
 * 4. Curve: the base is b = a·y + c (fast guided filter, He & Sun 2015, eq. 5); the node nearest to b gives the new
 *    brightness, and all channels are scaled by new/old brightness.
 * 5. Chroma: it is scaled by the vibrance, by the factors of node and cell, and by s² / (s² + n²) for a spread s of the
 *    channels, so that almost neutral colours become neutral.
 * 6. Gamut: colours are desaturated towards their luma, so that no channel clips unless it was clipped before.
 *
 * Rows are target rows.
 */
export const toneMapArgs = declareKernel({
  rows: "height",
  records: { toneCell, toneNode },
  args: {
    /** 8 or 16 bits. */
    source: samples("S", "width", "height", 3),
    /** 8 or 16 bits. */
    target: out(samples("T", "width", "height", 3)),
    width: size,
    height: size,
    /**
     * One {@link toneCell} each, interpolated bilinearly. A cell is 1/gridScaleX × 1/gridScaleY pixels; centres are at
     * (i + ½) / scale. With `wrapX` 1 the grid is periodic in x, otherwise constant outside.
     */
    grid: f32("gridWidth", "gridHeight", toneCell.length),
    gridWidth: size,
    gridHeight: size,
    gridScaleX: number,
    gridScaleY: number,
    wrapX: flag,
    /** At least 2 nodes, one {@link toneNode} each; node i has the base i / (nodes − 1). */
    curve: f32(2, toneNode.length),
    /**
     * −1 to 1. The factor of chroma is 1 + vibrance·4·s·(1 − s) for HSV saturation s, less below a luma of 0.1, where
     * chroma is mostly noise.
     */
    vibrance: single,
    /** 0 to 1: the value of full scale in the result. Everything is scaled by it at the end. */
    white: single,
    /** 1: adds an 8 × 8 ordered dither (Bayer 1973) before rounding down; 0: rounds to nearest. */
    dither: flag,
  },
});
export type ToneMapArgs = ArgsOf<typeof toneMapArgs>;

/** Display value from which a channel counts as clipping. */
export const nearlyClipped = 0.92;

/** Position of a colour's brightness between its luma (0) and its brightest channel (1). */
const brightestShare = 0.5;

/**
 * Perceived brightness of a colour, in display values: between its luma (Rec. 709 weights) and its brightest channel.
 * By luma alone, a vivid red or blue is dark although one of its channels is nearly full; it would be lifted like a
 * dark object and become pale. Norms of this kind preserve colours in tone mapping (Reinhard et al. 2010, 8.3).
 */
export function brightnessOf(luma: number, brightest: number): number {
  return luma + brightestShare * (brightest - luma);
}

/**
 * Maximum slope where light is lowered. A steeper one would make the steps between a picture's brightest levels
 * visible.
 */
const steepestLight = 2;
/** Minimum share of a display value that remains where light is lowered. */
const minLight = 0.4;

/**
 * The factor of a lift l at a brightness y: l / (1 + (l − 1)·y), which preserves black and white. If l is below 1, the
 * curve becomes steep near white: from a slope of 2 on it continues as a straight line, and white becomes darker as
 * well.
 */
export function lightOf(value: number, lift: number): number {
  const heldBack = Math.min(1, lift);
  const straightFrom = (1 - Math.sqrt(heldBack / steepestLight)) / Math.max(1e-6, 1 - heldBack);
  const held = Math.min(value, straightFrom);
  const share = held / Math.max(value, 1e-6);
  return Math.max(minLight, (lift / (1 + (lift - 1) * held)) * share + steepestLight * (1 - share));
}

/** Maximum haze, so that some of the range always remains. */
const maxHaze = 0.95;

/**
 * The haze that a veil adds to a pixel whose smallest channel is `least`. Dark pixels show that less of it is in front
 * of them.
 */
export function hazeOf(veil: number, least: number): number {
  return Math.min(maxHaze, (veil * least ** 2) / (least ** 2 + 0.25 * veil ** 2 + 1e-6));
}
