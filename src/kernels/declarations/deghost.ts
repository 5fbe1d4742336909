import {
  type ArgsOf,
  declareKernel,
  f32,
  flag,
  integer,
  number,
  optional,
  out,
  samples,
  size,
  u8,
  u16,
} from "../declaration.ts";
import { cellSamples } from "./cells.ts";

/** Result of {@link deghostCompare} for the largest difference that noise and misalignment explain. */
export const justTolerated = 32;
/** Intervals of the tables over display values 0 to 1. */
export const tableSteps = 1024;
/** Levels of the brighter frame, each with its own tolerance. */
export const toleranceLevels = 16;

/** Difference in display values of the darker frame that never counts as movement. */
const minDark = 2 / 255;
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
    /** Cells that are compared; the others get 0. All of them if omitted. */
    inside: optional(u8("width", "height")),
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
  return minDark + forgiving * lossInShadows * Math.max(0, shadowsBegin - value);
}

/**
 * Blends the source, mapped through `table`, into parts of the target, in place: target += share · (table[source] −
 * target). Samples with a share of 0 keep their bytes. `source` and `target` must not share memory; both are `height`
 * rows of the picture, while `share` is of the whole picture.
 *
 * Source samples of `whiteFrom` or more are only lower bounds. A target pixel agrees with the source if it is at least
 * as bright in such channels and as bright in the others, with a tolerance of 12/255. If it agrees, it is kept, the
 * more the closer the source is to full scale. If it does not agree and all three channels are bounds, the result moves
 * to white instead.
 *
 * A steep table makes noise of dark frames visible. A target sample is therefore kept if it lies between the mapped
 * values of the source ± 2/255, each narrowed by 6/255, which is not visible as grain.
 */
export const deghostBlendArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("T", "width", "height", 3)),
    /** Target value of every source sample, for red, then green, then blue: 3 × 256 or 3 × 65536 entries. */
    table: samples("T"),
    /** Below full scale. */
    whiteFrom: integer(0),
    /**
     * Blend weights of cells that are `factor` pixels apart along each axis, 255 = only the source. Interpolated
     * between the cells' centres. Constant outside them or, with `wrapX` 1, interpolated around the edge (width ≥
     * factor).
     */
    share: u8("gridWidth", "gridHeight"),
    /** Row of the picture with which `source` and `target` start. */
    top: optional(integer(0)),
    width: size,
    height: size,
    gridWidth: size,
    gridHeight: size,
    factor: size,
    wrapX: flag,
  },
});
export type DeghostBlendArgs = ArgsOf<typeof deghostBlendArgs>;
