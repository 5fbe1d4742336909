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
 * A cell of the grid: the guided filter's a and c, the white balance's factors of R and B (G's is such that grey keeps
 * its luma), the lift l, the spread n, the veil v and a factor of chroma.
 */
export const toneCell = declareRecord("slope", "offset", "redGain", "blueGain", "lift", "neutral", "veil", "vividness");

/**
 * A node of the curve, standing for a base: y' = y·(darkRatio + darkBend·y) where y is below it, else 1 − y' =
 * u·(lightRatio + lightBend·u) with u = 1 − y; and a factor of chroma.
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
 * a veil v of glare taken off, h = v·m² / (m² + v²/4) of the least channel m, which never exceeds it, each channel (x −
 * h) / (1 − h), which keeps black black and white white; white balance (faded out where all channels near full
 * scale, so that white stays white, and spared a channel that is clipped, which held more than it shows); brightness y
 * (see {@link brightnessOf}), lifted by l (see {@link lightOf}); base b = a·y + c (fast guided filter, He & Sun 2015,
 * eq. 5); new brightness from the curve node nearest to b; all channels scaled by new/old brightness; chroma scaled by
 * the vibrance, by the node's and the cell's factors and by s² / (s² + n²) for a spread s of the channels, so that what
 * is almost neutral becomes neutral; chroma held inside the gamut by desaturating towards the luma, so that no channel
 * clips which was not clipped before.
 *
 * `source` and `target` are width × height × 3, each 8 or 16 bits. `grid` has a {@link toneCell} for each of gridWidth
 * × gridHeight, interpolated bilinearly; a cell is 1/gridScaleX × 1/gridScaleY pixels, cell centres at (i + ½) / scale;
 * with `wrapX` 1 the grid is periodic in x, else held at its border. `curve` has nodes × {@link toneNode}, node i
 * standing for the base i / (nodes − 1). `vibrance` is −1 to 1: the chroma factor is 1 + vibrance·4·s·(1 − s) for HSV
 * saturation s, less below a luma of 0.1, where chroma is mostly noise. `white` (0 to 1) is what full scale becomes:
 * all is scaled by it in the end. `dither` 1 adds an 8 × 8 ordered dither (Bayer 1973) before rounding down, 0 rounds
 * to nearest.
 */
export const toneMapArgs = declareKernel({
  rows: "height",
  records: { toneCell, toneNode },
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("T", "width", "height", 3)),
    width: size,
    height: size,
    grid: f32("gridWidth", "gridHeight", toneCell.length),
    gridWidth: size,
    gridHeight: size,
    gridScaleX: number,
    gridScaleY: number,
    wrapX: flag,
    curve: f32(2, toneNode.length),
    vibrance: single,
    white: single,
    dither: flag,
  },
});
export type ToneMapArgs = ArgsOf<typeof toneMapArgs>;

/** Display value where a channel begins to be clipped. */
export const nearlyClipped = 0.92;

/** How far the brightness of a colour lies from its luma (0) to its brightest channel (1). */
const brightestShare = 0.5;

/**
 * How bright a colour looks (display values): luma (Rec. 709 weights) part of the way to the brightest channel. A vivid
 * red or blue is dark to the luma though one of its channels is nearly full; toned by luma alone it would be lifted as
 * a dark thing is, and pale. Norms of this kind keep colours in tone mapping (Reinhard et al. 2010, 8.3).
 */
export function brightnessOf(luma: number, brightest: number): number {
  return luma + brightestShare * (brightest - luma);
}

/** Slope beyond which holding light back would show the steps of a picture's last levels. */
const steepestLight = 2;
/** Share of its display value that everything keeps where light is held back. */
const leastLight = 0.4;

/**
 * The factor that a lift l gives to a brightness y: l / (1 + (l − 1)·y), which keeps black black and white white.
 * Light that is held back (l below 1) pays for it near white, where the curve grows steep: from a slope of 2 on it goes
 * straight, and white comes down with the rest.
 */
export function lightOf(value: number, lift: number): number {
  const heldBack = Math.min(1, lift);
  const straightFrom = (1 - Math.sqrt(heldBack / steepestLight)) / Math.max(1e-6, 1 - heldBack);
  const held = Math.min(value, straightFrom);
  const share = held / Math.max(value, 1e-6);
  return Math.max(leastLight, (lift / (1 + (lift - 1) * held)) * share + steepestLight * (1 - share));
}

/** A veil leaves at least some of the range, whatever is asked. */
const mostHaze = 0.95;

/**
 * What a veil adds to a pixel whose least channel is `least`; dark things show that there is less of it before them.
 */
export function hazeOf(veil: number, least: number): number {
  return Math.min(mostHaze, (veil * least ** 2) / (least ** 2 + 0.25 * veil ** 2 + 1e-6));
}
