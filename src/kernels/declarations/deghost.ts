import { type ArgsOf, declareKernel, f32, flag, integer, number, out, samples, size, u8, u16 } from "../declaration.ts";
import { cellSamples } from "./cells.ts";

/**
 * What {@link deghostCompare} stores for a difference that is exactly as large as noise and misalignment may make it.
 */
export const justTolerated = 32;
/**
 * Steps of the tables over display values 0 to 1, and levels of the brighter frame that have a tolerance of their own.
 */
export const tableSteps = 1024;
export const toleranceLevels = 16;

/**
 * Differences in display values of the darker frame that are never taken for movement: in its tones, and more towards
 * its blacks.
 */
const leastDark = 2 / 255;
const shadowsBegin = 0.08;
const lossInShadows = 0.35;

/**
 * How far two frames contradict each other, cell by cell (layout of `deghostShrink`): 0 not at all, {@link
 * justTolerated} where noise, compression and slight misalignment just explain it, 255 at most.
 *
 * A frame predicts the other: `up` maps display values of the darker to the brighter, `down` back; tables of
 * `tableSteps` + 1 entries for red, green, blue and luma, one after the other. Both frames are taken as the interval of
 * values within a part of a cell around (columns meet at the edge with `wrapX` 1). Clipped and black values predict
 * half-lines (what is white in the darker frame must be white in the brighter one), which the saturating tables give by
 * themselves. A contradiction must show in both exposures. `tolerances`: for each table, by level of the brighter
 * frame.
 */
export const deghostCompareArgs = declareKernel({
  rows: "height",
  constants: { tableSteps, toleranceLevels },
  args: {
    dark: u16("width", "height", cellSamples),
    bright: u16("width", "height", cellSamples),
    up: f32(4, tableSteps + 1),
    down: f32(4, tableSteps + 1),
    tolerances: f32(4, toleranceLevels),
    slack: number,
    clippingSlack: number,
    /** 1: also forgives what cameras crush near black, and how they whiten colours with a clipped channel. */
    forgiving: flag,
    target: out(u8("width", "height")),
    width: size,
    height: size,
    wrapX: flag,
  },
});
export type DeghostCompareArgs = ArgsOf<typeof deghostCompareArgs>;

/**
 * What a display value of the darker frame may be off: near black, cameras and JPEG crush and quantise what they hold,
 * colours most of all.
 */
export function darkTolerance(value: number, forgiving: 0 | 1): number {
  return leastDark + forgiving * lossInShadows * Math.max(0, shadowsBegin - value);
}

/**
 * Shows `source` in parts of `target`, in place: target += share · (table[source] − target). Both are width × height ×
 * 3, 8 or 16 bits, not the same memory. `table` holds, for red, then green, then blue, what each source sample becomes
 * (3 × 256 or 3 × 65536 entries, of the target's depth). Source samples of `whiteFrom` or more are lower bounds: a
 * target pixel that agrees with the source, at least as bright in such channels and as bright in the others, give or
 * take {@link agreeing}, stays as it is, the more so the nearer the source is to full scale; where none agrees and all
 * three channels are bounds, the result goes over to white. A source sample of a dark frame holds noise that a long
 * table makes visible: a target sample stays that lies among what the table makes of samples 2 of 255 levels away, less
 * the 6 levels that are not seen. `share` is a grid of cells, `factor` pixels apart along each axis, 255 = the source
 * alone; it is interpolated between the cells' centres, constant outside, around the edge with `wrapX` 1. Samples whose
 * share is 0 keep their bytes. Rows are the picture's.
 */
export const deghostBlendArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("T", "width", "height", 3)),
    table: samples("T"),
    whiteFrom: integer(0),
    share: u8("gridWidth", "gridHeight"),
    width: size,
    height: size,
    gridWidth: size,
    gridHeight: size,
    factor: size,
    wrapX: flag,
  },
});
export type DeghostBlendArgs = ArgsOf<typeof deghostBlendArgs>;
