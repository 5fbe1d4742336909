import { decodeSrgb, encodeSrgb, luminanceWeights } from "../../image/index.ts";
import { boxMean, medianOf, percentile, ramp } from "../../ops/index.ts";
import { brightestOf, type CellSize, luminanceOf } from "./cells.ts";
import * as params from "./params.ts";
import { type Guidance, smoothWithin } from "./smooth-within.ts";

/** Aligned small copies: interleaved display sRGB, 0 to 1. */
export interface SmallViews extends CellSize {
  readonly ambient: Float32Array;
  readonly flash: readonly Float32Array[];
  /**
   * For each flash frame: EV of its exposure relative to the picture by ambient light; undefined if it is not known.
   */
  readonly flashEvs: readonly (number | undefined)[];
  /** Share of each cell, 0 to 1, that shows surfaces of the room, and not window, sky or lamp. */
  readonly surface: Float32Array;
}

/** Comparison of the flash frames with a picture by ambient light, one number for each cell. */
export interface FlashLight extends CellSize {
  /**
   * Natural logarithms of the factors of red and blue relative to green that give surfaces their colour under flash.
   */
  readonly red: Float32Array;
  readonly blue: Float32Array;
  /** Blend weight of these factors, 0 to 1. */
  readonly strength: Float32Array;
  /** EV by which dark places are lifted; never negative. */
  readonly fillEv: Float32Array;
  /** Share of the cells that show the flash's colour, 0 to 1. */
  readonly share: number;
  /** Median residual of the smooth factors, in natural logarithms of display values. */
  readonly residual: number;
}

/**
 * Compares ambient and flash light cell by cell. Their ratio does not depend on the material of a surface, so it is
 * smooth except for hot spots, hard shadows, reflections and places that the flash does not reach, which get little or
 * no weight.
 */
export function readFlashLight({ width, height, ambient, flash, flashEvs, surface }: SmallViews): FlashLight {
  const count = width * height;
  const guide = new Float32Array(count);
  const luminance = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    luminance[i] = luminanceOf(ambient, i);
    guide[i] = Math.log2(Math.max(params.minLight, luminance[i]));
  }
  const [red, blue, lift, weights, reached] = Array.from({ length: 5 }, () => new Float32Array(count));
  for (const [k, frame] of flash.entries()) {
    const read = readFrame({ width, height, ambient, frame, flashEv: flashEvs[k], guide, luminance });
    for (let i = 0; i < count; i++) {
      const weight = read.weights[i];
      red[i] += weight * read.red[i];
      blue[i] += weight * read.blue[i];
      lift[i] += weight * read.ratios[i];
      weights[i] += weight;
      reached[i] = Math.max(reached[i], surface[i] * read.reached[i]);
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
  const all = { ...by, weights: new Float32Array(count).fill(1) };
  const near = smoothWithin(weights, all, params.smoothCells, params.edgeEv2);
  const wide = boxMean({ width, height, data: weights }, params.wideCells, false);
  const smooth = (values: Float32Array) => {
    const [fine, coarse] = [params.smoothCells, params.wideCells].map((cells) =>
      smoothWithin(values, by, cells, params.edgeEv2),
    );
    return fine.map((value, i) => {
      const share = ramp(near[i], params.support.from, params.support.to);
      return share * value + (1 - share) * coarse[i];
    });
  };
  const [smoothRed, smoothBlue] = [smooth(red), smooth(blue)];
  const smoothLift = smoothWithin(lift, by, params.smoothCells, params.edgeEv2);
  const reach = smoothWithin(reached, all, params.smoothCells, params.edgeEv2);
  const strength = reach.map((value, i) => {
    const isKnown = ramp(wide[i], params.wideSupport.from, params.wideSupport.to);
    return surface[i] * isKnown * ramp(value, params.support.from, params.support.to);
  });
  const fillEv = smoothLift.map((ev, i) => {
    const isDark = 1 - ramp(encodeSrgb(2 ** guide[i]), params.dark.to, params.dark.from);
    const isSeen = surface[i] * ramp(near[i], params.support.from, params.support.to);
    return isSeen * isDark * params.fillShare * Math.min(params.maxFillEv, Math.max(0, ev));
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

interface FrameInput extends CellSize {
  readonly ambient: Float32Array;
  readonly frame: Float32Array;
  readonly flashEv: number | undefined;
  readonly guide: Float32Array;
  readonly luminance: Float32Array;
}

function readFrame({ width, height, ambient, frame, flashEv, guide, luminance }: FrameInput) {
  const count = width * height;
  const [red, blue, ratios, open] = Array.from({ length: 4 }, () => new Float32Array(count));
  for (let i = 0; i < count; i++) {
    ratios[i] = Math.log2(Math.max(params.minLight, luminanceOf(frame, i))) - guide[i];
    open[i] = opennessOf(ambient, i) * opennessOf(frame, i);
  }
  const ambientShare = ambientShareOf(ratios, open, flashEv);
  const flashed = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (open[i] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const light = decodeSrgb(frame[3 * i + c]);
      const own = light - ambientShare * decodeSrgb(ambient[3 * i + c]);
      flashed[c] = Math.max(own, params.minOwnShare * light);
    }
    const [r, g, b] = luminanceWeights;
    const scale = luminance[i] / Math.max(params.minLight, r * flashed[0] + g * flashed[1] + b * flashed[2]);
    const gain = (channel: number) => Math.log(encodeSrgb(flashed[channel] * scale) / ambient[3 * i + channel]);
    const green = gain(1);
    red[i] = gain(0) - green;
    blue[i] = gain(2) - green;
  }
  const known = Array.from(ratios.filter((_, i) => open[i] > 0.5));
  const middle = known.length === 0 ? 0 : medianOf(known);
  const isLit = ratios.map((ratio) => ramp(ratio - middle, params.lit.from, params.lit.to));
  const lit = isLit.map((share, i) => open[i] * share);
  // Cells that the flash clipped, and cells too dark or too colourful to compare, count as reached too.
  const reached = isLit.map((share, i) => (1 - blown(ambient, i)) * Math.max(share, blown(frame, i)));
  const around = (at: (i: number) => number) =>
    boxMean({ width, height, data: ratios.map((_, i) => at(i)) }, params.surroundingsCells, false);
  const [sums, totals] = [around((i) => lit[i] * ratios[i]), around((i) => lit[i])];
  const weights = ratios.map((ratio, i) => {
    const off = (ratio - sums[i] / Math.max(params.minTotal, totals[i])) / params.outlierEv;
    return lit[i] * Math.exp(-off * off);
  });
  return { red, blue, ratios: ratios.map((ratio) => ratio - middle), weights, reached };
}

/**
 * Ambient light in a flash frame, as a factor of that in the picture, in linear light. No part of the frame can be
 * darker than its ambient light, which bounds the factor if the camera or a program changed the brightness of either
 * afterwards.
 */
function ambientShareOf(ratios: Float32Array, open: Float32Array, flashEv: number | undefined): number {
  if (flashEv === undefined) return 0;
  const known = ratios.filter((_, i) => open[i] > 0.5);
  const least = known.length === 0 ? flashEv : percentile(known, params.darkestShare);
  return 2 ** Math.min(flashEv, least);
}

/** Weight of a cell that is neither dark nor clipped in any channel, 0 to 1. */
function opennessOf(display: Float32Array, cell: number): number {
  const least = Math.min(display[3 * cell], display[3 * cell + 1], display[3 * cell + 2]);
  return ramp(least, params.darkest.from, params.darkest.to) * (1 - blown(display, cell));
}

/** Degree to which any channel of a cell is clipped, 0 to 1. */
function blown(display: Float32Array, cell: number): number {
  return ramp(brightestOf(display, cell), params.brightest.from, params.brightest.to);
}
