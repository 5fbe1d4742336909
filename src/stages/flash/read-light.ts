import { decodeSrgb, encodeSrgb, luminanceWeights } from "../../image/index.ts";
import { boxMean, medianOf, ramp } from "../../ops/index.ts";
import * as params from "./params.ts";
import { type CellSize, type Guidance, smoothWithin } from "./smooth-within.ts";

/** Small copies over one another: interleaved display sRGB, 0 to 1. */
export interface SmallViews extends CellSize {
  readonly ambient: Float32Array;
  readonly flash: readonly Float32Array[];
  /** Share of each cell, 0 to 1, that shows surfaces of the room: no window, sky or lamp. */
  readonly surface: Float32Array;
}

/** What the flash frames show of a picture by ambient light, a number a cell. */
export interface FlashLight extends CellSize {
  /** Natural logarithms of the factors of red and blue over that of green that give surfaces their colour by flash. */
  readonly red: Float32Array;
  readonly blue: Float32Array;
  /** How far these hold, 0 to 1. */
  readonly strength: Float32Array;
  /** EV by which dark places are to be lifted; never negative. */
  readonly fillEv: Float32Array;
  /** Share of the cells that show the flash's colour, 0 to 1. */
  readonly share: number;
  /** Median of what the smooth factors leave unexplained, natural logarithm of a display value. */
  readonly residual: number;
}

/**
 * Compares ambient and flash light cell by cell. The ratio of both does not depend on what a surface is made of, so
 * that it is smooth except for hot spots, hard shadows, reflections and places that the flash does not reach, which
 * count little or nothing.
 */
export function readFlashLight({ width, height, ambient, flash, surface }: SmallViews): FlashLight {
  const count = width * height;
  const guide = new Float32Array(count);
  const luminance = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    luminance[i] = luminanceOf(ambient, i);
    guide[i] = Math.log2(Math.max(leastLight, luminance[i]));
  }
  const [red, blue, lift, weights] = Array.from({ length: 4 }, () => new Float32Array(count));
  for (const frame of flash) {
    const read = readFrame({ width, height, ambient, frame, guide, luminance });
    for (let i = 0; i < count; i++) {
      const weight = read.weights[i];
      red[i] += weight * read.red[i];
      blue[i] += weight * read.blue[i];
      lift[i] += weight * read.ratios[i];
      weights[i] += weight;
    }
  }
  for (let i = 0; i < count; i++) {
    const per = weights[i] > 0 ? 1 / weights[i] : 0;
    red[i] *= per;
    blue[i] *= per;
    lift[i] *= per;
    weights[i] = surface[i] * Math.min(1, weights[i]);
  }
  const by: Guidance = { width, height, guide, weights };
  const smooth = (values: Float32Array) => smoothWithin(values, by, params.smoothCells, params.edgeEv2);
  const [smoothRed, smoothBlue, smoothLift] = [smooth(red), smooth(blue), smooth(lift)];
  const all = { ...by, weights: new Float32Array(count).fill(1) };
  const trust = smoothWithin(weights, all, params.smoothCells, params.edgeEv2);
  const strength = trust.map((value, i) => surface[i] * ramp(value, params.support.from, params.support.to));
  const fillEv = smoothLift.map((ev, i) => {
    const isDark = 1 - ramp(encodeSrgb(2 ** guide[i]), params.dark.to, params.dark.from);
    return strength[i] * isDark * params.fillShare * Math.min(params.mostFillEv, Math.max(0, ev));
  });
  const residuals: number[] = [];
  let seen = 0;
  for (let i = 0; i < count; i++) {
    seen += weights[i];
    if (weights[i] > 0.5) residuals.push(Math.max(Math.abs(red[i] - smoothRed[i]), Math.abs(blue[i] - smoothBlue[i])));
  }
  return {
    ...{ width, height, red: smoothRed, blue: smoothBlue, strength, fillEv },
    ...{ share: seen / count, residual: residuals.length === 0 ? 0 : medianOf(residuals) },
  };
}

/** Linear light below which nothing is measured. */
const leastLight = 1e-4;

interface FrameInput extends CellSize {
  readonly ambient: Float32Array;
  readonly frame: Float32Array;
  readonly guide: Float32Array;
  readonly luminance: Float32Array;
}

function readFrame({ width, height, ambient, frame, guide, luminance }: FrameInput) {
  const count = width * height;
  const [red, blue, ratios, open] = Array.from({ length: 4 }, () => new Float32Array(count));
  for (let i = 0; i < count; i++) {
    const light = luminanceOf(frame, i);
    ratios[i] = Math.log2(Math.max(leastLight, light)) - guide[i];
    open[i] = opennessOf(ambient, i) * opennessOf(frame, i);
    if (open[i] === 0) continue;
    const scale = luminance[i] / Math.max(leastLight, light);
    const gain = (channel: number) =>
      Math.log(encodeSrgb(decodeSrgb(frame[3 * i + channel]) * scale) / ambient[3 * i + channel]);
    const green = gain(1);
    red[i] = gain(0) - green;
    blue[i] = gain(2) - green;
  }
  const known = Array.from(ratios.filter((_, i) => open[i] > 0.5));
  const middle = known.length === 0 ? 0 : medianOf(known);
  const reached = ratios.map((ratio, i) => open[i] * ramp(ratio - middle, params.lit.from, params.lit.to));
  const around = (at: (i: number) => number) =>
    boxMean({ width, height, data: ratios.map((_, i) => at(i)) }, params.surroundingsCells, false);
  const [sums, totals] = [around((i) => reached[i] * ratios[i]), around((i) => reached[i])];
  const weights = ratios.map((ratio, i) => {
    const off = (ratio - sums[i] / Math.max(1e-6, totals[i])) / params.outlierEv;
    return reached[i] * Math.exp(-off * off);
  });
  return { red, blue, ratios: ratios.map((ratio) => ratio - middle), weights };
}

function luminanceOf(display: Float32Array, cell: number): number {
  const [r, g, b] = luminanceWeights;
  const i = 3 * cell;
  return r * decodeSrgb(display[i]) + g * decodeSrgb(display[i + 1]) + b * decodeSrgb(display[i + 2]);
}

/** How far a cell is neither dark nor clipped in any channel, 0 to 1. */
function opennessOf(display: Float32Array, cell: number): number {
  const [r, g, b] = display.subarray(3 * cell, 3 * cell + 3);
  const { darkest, brightest } = params;
  return (
    ramp(Math.min(r, g, b), darkest.from, darkest.to) * (1 - ramp(Math.max(r, g, b), brightest.from, brightest.to))
  );
}
