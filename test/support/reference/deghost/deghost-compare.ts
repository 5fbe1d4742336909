import type { F32, U16 } from "../../../../src/image/index.ts";
import { cellSamples } from "../../../../src/kernels/declarations/cells.ts";
import {
  type DeghostCompareArgs,
  darkTolerance,
  justTolerated,
  tableSteps,
  toleranceLevels,
} from "../../../../src/kernels/declarations/deghost.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Tolerance of colours relative to brightness: cameras change saturation with exposure. */
const colourFactor = 1.6;
/**
 * Saturation from which colours are close to the gamut's limit, where cameras compress them, and their additional
 * tolerance.
 */
const borderBegins = 0.6;
const brightnessPerChroma = 0.25;
const colourPerChroma = 0.5;
/** Minimum display value of a clipped channel. */
const clipped = 0.97;
/** Minimum of the largest channel where its sensor is full: matrix and picture style reduce it below white. */
const fullSensor = 0.85;
const luma = 3;
const spread = 4;

export function deghostCompare(args: DeghostCompareArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { dark, bright, up, tolerances, inside, target, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      if (inside && !inside[y * width + x]) {
        target[y * width + x] = 0;
        continue;
      }
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

/** The contradiction of one channel or of luma in excess of the tolerance. */
function contradiction(args: DeghostCompareArgs, x: number, y: number, c: number, tolerance: number): number {
  const { dark, bright, up, down, clippingSlack, forgiving, width } = args;
  const i = (y * width + x) * cellSamples;
  const a = [0, 1, 2].map((channel) => lookUp(up, channel, dark[i + channel] / 65535));
  const b = [0, 1, 2].map((channel) => bright[i + channel] / 65535);
  const [minA, maxA, minB, maxB] = [Math.min(...a), Math.max(...a), Math.min(...b), Math.max(...b)];
  // If a single channel clips, luma is lower than predicted from the darker frame.
  if (c === luma && Math.max(maxA, maxB) >= clipped && Math.min(minA, minB) < clipped) return 0;
  const [ia, ib] = [intervalAround(dark, args, x, y, c), intervalAround(bright, args, x, y, c)];
  // If the largest channel must clip, cameras shift the others towards white.
  const whitened = forgiving === 1 && c !== luma && maxB >= fullSensor && maxA >= clipped;
  let gap = Math.max(lookUp(up, c, ia.low) - ib.high, whitened ? 0 : ib.low - lookUp(up, c, ia.high));
  // A partly clipped cell shows less than its light; its detail bounds the difference.
  const [spreadA, spreadB] = [dark[i + spread] / 65535, bright[i + spread] / 65535];
  const top = Math.max(bright[i + c] / 65535 + 2 * spreadB, lookUp(up, c, dark[i + c] / 65535 + 2 * spreadA));
  if (top > clipped) gap -= clippingSlack * (spreadB + spreadA);
  const saturation = 1 - Math.min(minA / (maxA + 0.01), minB / (maxB + 0.01));
  const border = Math.min(1, Math.max(0, (saturation - borderBegins) / (1 - borderBegins)));
  gap -= (c === luma ? brightnessPerChroma : colourPerChroma) * border * Math.min(maxA - minA, maxB - minB);
  const upper = ib.high >= clipped ? 1 : lookUp(down, c, ib.high);
  const gapDark = Math.max(ia.low - upper, lookUp(down, c, ib.low) - ia.high);
  return (
    Math.min(gap / tolerance, gapDark / darkTolerance(dark[i + c] / 65535, forgiving)) / (c === luma ? 1 : colourFactor)
  );
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
