import type { F32, U16 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, flag, number, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";
import { pollCancel } from "../poll-cancel.ts";

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
/** Colours may differ more than brightness: cameras change saturation with exposure. */
const colourFactor = 1.6;
/**
 * Saturation from which on colours are near the gamut's border, where cameras bend them; and what they may differ for
 * it.
 */
const borderBegins = 0.6;
const brightnessPerChroma = 0.25;
const colourPerChroma = 0.5;
/** From this display value on a channel counts as clipped. */
const clipped = 0.97;
/**
 * The least that the largest channel shows where its sensor is full: matrix and picture style take some of its white.
 */
const fullSensor = 0.85;
const luma = 3;
const spread = 4;

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

export function deghostCompare(args: DeghostCompareArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { dark, bright, up, tolerances, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * cellSamples;
      let most = 0;
      for (let c = 0; c <= luma; c++) {
        const b = bright[i + c] / 65535;
        const level = Math.min(toleranceLevels - 1, Math.floor(b * toleranceLevels));
        const tolerance = tolerances[c * toleranceLevels + level];
        if (Math.abs(lookUp(up, c, dark[i + c] / 65535) - b) <= tolerance / 2) continue;
        most = Math.max(most, contradiction(args, x, y, c, tolerance));
      }
      target[y * width + x] = Math.min(255, Math.floor(most * justTolerated + 0.5));
    }
  }
}

/** The contradiction of one channel or of luma, over what is tolerated. */
function contradiction(args: DeghostCompareArgs, x: number, y: number, c: number, tolerance: number): number {
  const { dark, bright, up, down, clippingSlack, forgiving, width } = args;
  const i = (y * width + x) * cellSamples;
  const a = [0, 1, 2].map((channel) => lookUp(up, channel, dark[i + channel] / 65535));
  const b = [0, 1, 2].map((channel) => bright[i + channel] / 65535);
  const [leastA, mostA, leastB, mostB] = [Math.min(...a), Math.max(...a), Math.min(...b), Math.max(...b)];
  // With a single channel clipped, luma is less than the darker frame's would give.
  if (c === luma && Math.max(mostA, mostB) >= clipped && Math.min(leastA, leastB) < clipped) return 0;
  const [ia, ib] = [intervalAround(dark, args, x, y, c), intervalAround(bright, args, x, y, c)];
  // Where the largest channel must clip, cameras lift the others towards white.
  const whitened = forgiving === 1 && c !== luma && mostB >= fullSensor && mostA >= clipped;
  let gap = Math.max(lookUp(up, c, ia.low) - ib.high, whitened ? 0 : ib.low - lookUp(up, c, ia.high));
  // A cell that is clipped in part shows less than its light: by how much, its detail bounds.
  const [spreadA, spreadB] = [dark[i + spread] / 65535, bright[i + spread] / 65535];
  const top = Math.max(bright[i + c] / 65535 + 2 * spreadB, lookUp(up, c, dark[i + c] / 65535 + 2 * spreadA));
  if (top > clipped) gap -= clippingSlack * (spreadB + spreadA);
  const saturation = 1 - Math.min(leastA / (mostA + 0.01), leastB / (mostB + 0.01));
  const border = Math.min(1, Math.max(0, (saturation - borderBegins) / (1 - borderBegins)));
  gap -= (c === luma ? brightnessPerChroma : colourPerChroma) * border * Math.min(mostA - leastA, mostB - leastB);
  const upper = ib.high >= clipped ? 1 : lookUp(down, c, ib.high);
  const gapDark = Math.max(ia.low - upper, lookUp(down, c, ib.low) - ia.high);
  return (
    Math.min(gap / tolerance, gapDark / darkTolerance(dark[i + c] / 65535, forgiving)) / (c === luma ? 1 : colourFactor)
  );
}

/**
 * What a display value of the darker frame may be off: near black, cameras and JPEG crush and quantise what they hold,
 * colours most of all.
 */
export function darkTolerance(value: number, forgiving: 0 | 1): number {
  return leastDark + forgiving * lossInShadows * Math.max(0, shadowsBegin - value);
}

function intervalAround(data: U16, args: DeghostCompareArgs, x: number, y: number, c: number) {
  const { slack, width, height, wrapX } = args;
  const at = data[(y * width + x) * cellSamples + c];
  let [low, high] = [at, at];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = x - 1; u <= x + 1; u++) {
      if (!wrapX && (u < 0 || u >= width)) continue;
      const value = data[(v * width + ((u + width) % width)) * cellSamples + c];
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return { low: (at + (low - at) * slack) / 65535, high: (at + (high - at) * slack) / 65535 };
}

/** Linear interpolation in table `c`. */
function lookUp(tables: F32, c: number, value: number): number {
  const at = Math.min(1, Math.max(0, value)) * tableSteps;
  const step = Math.min(tableSteps - 1, Math.floor(at));
  const i = c * (tableSteps + 1) + step;
  return tables[i] + (tables[i + 1] - tables[i]) * (at - step);
}
