import {
  composeHomographies,
  type Homography,
  type IntegerImage,
  maxValueOf,
  type U8,
  type U16,
} from "../../image/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { lumaPyramid } from "./params.ts";

/** One channel of a picture, row-major, display values, 65535 = 1. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: U16;
}

/** Planes, finest first, each half the size of the one before. */
export interface Pyramid {
  /** Width of the picture in pixels. */
  readonly pictureWidth: number;
  readonly levels: readonly [Plane, ...Plane[]];
  /** For the finest plane: 1 within reach of a clipped pixel, otherwise 0. */
  readonly blocked: U8;
  /** Picture pixels that one pixel of the finest plane averages, along each axis. */
  readonly factor: number;
  /** Like `factor`, for the pixels of the final measurement; a divisor of it. */
  readonly fineFactor: number;
  /** Mean of the finest plane, 0 to 1: the frame's brightness. */
  readonly mean: number;
  /** Share of the finest plane's pixels that are neither nearly black nor nearly white. */
  readonly midtones: number;
  /** Counts of the finest plane's values in equal bins. */
  readonly histogram: Uint32Array;
}

/**
 * Builds the pyramid of a picture's small copy: motion is measured on planes of 750 × 500 pixels, to a quarter of a
 * pixel, in a few milliseconds. The caller releases it with {@link releasePyramid}.
 */
export async function buildPyramid(copy: SmallCopy, pictureWidth: number, context: StageContext): Promise<Pyramid> {
  const { factor, fineFactor } = copy;
  const { finest, clipped } = await greenOf(copy, context);
  const levels: [Plane, ...Plane[]] = [finest];
  let last: Plane = finest;
  while (
    Math.max(last.width, last.height) > lumaPyramid.coarsestEdgePx &&
    Math.min(last.width, last.height) > lumaPyramid.minEdgePx
  ) {
    last = { ...halfSize(last), data: await halve(last, last.data, 1, context) };
    levels.push(last);
  }
  const blocked = grow(clipped, finest.width, context);
  context.memory.release(clipped);
  return { pictureWidth, levels, blocked, factor, fineFactor, ...brightnessOf(finest) };
}

export function releasePyramid(pyramid: Pyramid, context: StageContext): void {
  for (const level of pyramid.levels) context.memory.release(level.data);
  context.memory.release(pyramid.blocked);
}

export function halfSize({ width, height }: { readonly width: number; readonly height: number }) {
  return { width: (width + 1) >> 1, height: (height + 1) >> 1 };
}

/** One step of a Gaussian pyramid for `planes` consecutive planes, in new memory. */
export async function halve(
  { width, height }: { readonly width: number; readonly height: number },
  source: U16,
  planes: number,
  context: StageContext,
): Promise<U16> {
  const half = halfSize({ width, height });
  const target = context.memory.u16(half.width * half.height * planes);
  await context.kernels.run("reducePlanes", { source, target, width, height, planes }, half.height * planes);
  return target;
}

/**
 * Converts a transform between planes of a level to one between pictures: pixel i of a plane is at factor · 2^level · i
 * + (factor − 1)/2 of the picture.
 */
export function pictureTransform(h: Homography, factor: number, level: number): Homography {
  const scale = factor * 2 ** level;
  const offset = (factor - 1) / 2;
  const toPicture: Homography = [scale, 0, offset, 0, scale, offset, 0, 0, 1];
  const toPlane: Homography = [1 / scale, 0, -offset / scale, 0, 1 / scale, -offset / scale, 0, 0, 1];
  return composeHomographies(toPicture, composeHomographies(h, toPlane));
}

/** The same transform on a plane with `factor` times as many pixels along each axis, where pixel i is factor · i. */
export function rescaleTransform(h: Homography, factor: number): Homography {
  return [h[0], h[1], h[2] * factor, h[3], h[4], h[5] * factor, h[6] / factor, h[7] / factor, h[8]];
}

/**
 * Only the means of green: a change of exposure is then one monotone curve, unlike for a mix of channels, each with its
 * own position on the curve.
 */
async function greenOf(
  { width, height, data: copy }: SmallCopy,
  { kernels, memory }: StageContext,
): Promise<{ finest: Plane; clipped: U8 }> {
  const target = memory.u16(width * height);
  const clipped = memory.u8(width * height);
  await kernels.run("greenCells", { copy, target, clipped, width, height, clipAt: lumaPyramid.clipAt * 65535 }, height);
  return { finest: { width, height, data: target }, clipped };
}

/** A picture's green samples as input to kernels, and the value from which they are clipped. */
export function greenSamples({ data: source, width, height, channels }: IntegerImage) {
  return {
    source,
    width,
    height,
    channels,
    channel: channels === 3 ? 1 : 0,
    clipAt: Math.ceil(lumaPyramid.clipAt * maxValueOf(source)),
  };
}

/**
 * Marks everything within two pixels of a mark, the reach of the interpolation. Marks wrap to the next row, which only
 * affects pixels at the border, where nothing is compared.
 */
function grow(marks: U8, width: number, context: StageContext): U8 {
  const wide = context.memory.u8(marks.length);
  const grown = context.memory.u8(marks.length);
  const spread = (from: U8, to: U8, step: number) => {
    const end = from.length - 2 * step;
    to.fill(1);
    for (let i = 2 * step; i < end; i++)
      to[i] = from[i - 2 * step] | from[i - step] | from[i] | from[i + step] | from[i + 2 * step];
  };
  spread(marks, wide, 1);
  spread(wide, grown, width);
  context.memory.release(wide);
  return grown;
}

function brightnessOf({ data }: Plane): { mean: number; midtones: number; histogram: Uint32Array } {
  const histogram = new Uint32Array(lumaPyramid.histogramBins);
  let sum = 0;
  for (let i = 0; i < data.length; i++) {
    sum += data[i];
    histogram[(data[i] * lumaPyramid.histogramBins) >> 16]++;
  }
  const inside = histogram.subarray(
    Math.floor(lumaPyramid.midtones[0] * lumaPyramid.histogramBins),
    Math.ceil(lumaPyramid.midtones[1] * lumaPyramid.histogramBins),
  );
  const between = inside.reduce((total, count) => total + count, 0);
  return { mean: sum / data.length / 65535, midtones: between / data.length, histogram };
}
