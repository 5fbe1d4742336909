import { correctWall, type RoomMeasures } from "./room-measures.ts";
import type { RoomPlan } from "./room-plan.ts";

/** A requirement for a fused room. */
export interface RoomBar {
  readonly name: string;
  /** The bar in words, for a table head. */
  readonly text: string;
  /** The measured value; absent if it does not apply to the room. */
  value(measures: RoomMeasures, plan: RoomPlan): number | undefined;
  passes(value: number, measures: RoomMeasures): boolean;
  /** Distance of a value from the ideal, used to find the worst room. */
  distance(value: number): number;
  readonly digits: number;
}

const rising = (value: number) => value;

/** Reflectance that exposure meters are made for. */
const middleGrey = 0.18;
const wallBar = {
  passes: (wall: number) => wall >= 113 && wall <= 123,
  distance: (wall: number) => Math.abs(wall - correctWall),
  digits: 1,
};

export const roomBars: readonly RoomBar[] = [
  {
    ...wallBar,
    name: "wall",
    text: "113–123",
    value: ({ wall }, plan) => (plan.wall === middleGrey ? wall : undefined),
  },
  {
    // As in exposure 0, a wall is at 118, scaled to one of 18 %.
    ...wallBar,
    name: "other wall",
    text: "113–123",
    value: ({ wall }, plan) => (plan.wall === middleGrey ? undefined : wall),
  },
  {
    name: "halo",
    text: "±2",
    value: ({ halo }) => halo,
    passes: (halo) => Math.abs(halo) <= 2,
    distance: Math.abs,
    digits: 1,
  },
  {
    name: "window mean",
    text: "170–235",
    value: ({ window }) => window?.mean,
    passes: (mean) => mean >= 170 && mean <= 235,
    distance: (mean) => Math.abs(mean - 202.5),
    digits: 0,
  },
  {
    name: "window std",
    text: "≥ 20",
    value: ({ window }) => window?.deviation,
    // The required contrast of a view is limited by that of the best frame.
    passes: (deviation, { viewDeviation = 0 }) => deviation >= Math.min(20, 0.9 * viewDeviation),
    distance: (deviation) => -deviation,
    digits: 1,
  },
  {
    name: "clipped %",
    text: "≤ 0.1",
    value: ({ windowClipped }) => windowClipped,
    passes: (share) => share <= 0.1,
    distance: rising,
    digits: 2,
  },
  {
    name: "neutral ΔE",
    text: "≤ 1.5",
    value: ({ neutral }) => neutral,
    passes: (difference) => difference <= 1.5,
    distance: rising,
    digits: 2,
  },
  {
    name: "range %",
    text: "≤ 0.01",
    value: ({ outOfRange }) => outOfRange,
    passes: (share) => share <= 0.01,
    distance: rising,
    digits: 3,
  },
];

/**
 * Bars of natural on real brackets: share of edges with a ring relative to enfuse, or to mertens without enfuse, for
 * each bracket and as mean; mean share of shadows that keep their texture; mean MEF-SSIM relative to mertens (it
 * rewards rings, and is not used for tuning); pixels at the ends of the range.
 */
export const sequenceBars = {
  ringsEach: 0.1,
  ringsMean: 0.02,
  shadows: 0.9,
  mefSsim: -0.02,
  rangePercent: 0.01,
} as const;

/** Bars, as part/bar, that `--check` requires. */
export const requiredBars: readonly string[] = [
  ...roomBars.map(({ name }) => `rooms/${name}`),
  "variants/clipped %",
  "variants/range %",
  "sequences/MEF-SSIM",
  "sequences/range",
];
