import { type ArgsOf, declareKernel, f32, flag, number, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";

/** Result of {@link deghostCompare} for the largest difference that noise and misalignment explain. */
export const justTolerated = 32;
/** Intervals of the tables over display values 0 to 1. */
export const tableSteps = 1024;
/** Levels of the brighter frame, each with its own tolerance. */
export const toleranceLevels = 16;

/** Difference in display values of the darker frame that never counts as movement. */
const leastDark = 2 / 255;
/** Display value of the darker frame below which the tolerance rises. */
const shadowsBegin = 0.08;
/** Rise of the tolerance per display value below `shadowsBegin`. */
const lossInShadows = 0.35;

/**
 * How far two frames contradict each other in each cell: 0 not at all, {@link justTolerated} if noise, compression and
 * slight misalignment only just explain the difference, at most 255. Rows are rows of cells.
 *
 * Each frame predicts the other through `up` and `down`. A value of either frame counts as the interval of values up to
 * `slack` of a cell around it. Clipped and black values predict half-lines (white in the darker frame must be white in
 * the brighter one), which follows from the saturating tables. A contradiction must show in both exposures.
 */
export const deghostCompareArgs = declareKernel({
  rows: "height",
  constants: { tableSteps, toleranceLevels },
  args: {
    /** Small copy of the darker frame, as `deghostShrink` writes it. */
    dark: u16("width", "height", cellSamples),
    /** Small copy of the brighter frame. */
    bright: u16("width", "height", cellSamples),
    /** Display values of the darker frame to those of the brighter one; a table each for red, green, blue and luma. */
    up: f32(4, tableSteps + 1),
    /** Display values of the brighter frame to those of the darker one. */
    down: f32(4, tableSteps + 1),
    /** Tolerances of each table, by level of the brighter frame, in its display values. */
    tolerances: f32(4, toleranceLevels),
    /** Misalignment, as a share of a cell. */
    slack: number,
    /** Added tolerance near clipping, per standard deviation of green inside the cells. */
    clippingSlack: number,
    /** 1: also tolerates what cameras lose near black, and that they turn colours with a clipped channel white. */
    forgiving: flag,
    target: out(u8("width", "height")),
    width: size,
    height: size,
    /** 1: the frames are periodic in x. */
    wrapX: flag,
  },
});
export type DeghostCompareArgs = ArgsOf<typeof deghostCompareArgs>;

/**
 * Tolerance for a display value of the darker frame. Near black, cameras and JPEG crush and quantise values, colours
 * most of all.
 */
export function darkTolerance(value: number, forgiving: 0 | 1): number {
  return leastDark + forgiving * lossInShadows * Math.max(0, shadowsBegin - value);
}
