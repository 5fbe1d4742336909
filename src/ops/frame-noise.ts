import { decodeSrgb, type IntegerImage, maxValueOf } from "../image/index.ts";
import { type KernelRunner, noiseBlockPx } from "../kernels/index.ts";
import type { Tools } from "./shrink.ts";
import { percentile } from "./statistics.ts";

/**
 * Noise of a frame's pixels in green, which contributes most of the visible noise: as equally visible white noise in
 * the light of their display values (1 = white). Its variance at light L is `constant` + `perLight` · L, as read noise
 * and photons cause it.
 */
export interface FrameNoise {
  readonly constant: number;
  readonly perLight: number;
  /** Minimum deviation in display values, 1 = full scale: that of rounding to the frame's bits. */
  readonly rounding: number;
}

/** Maximum number of squares to measure, spread evenly. */
const maxBlocks = 2500;
/** Number of tones, and the minimum number of squares of each. */
const tones = 16;
const minBlocks = 12;
/**
 * Share of a tone's squares that are flat and show only noise. The least noisy of a few squares are less noisy than the
 * average, by the factor `flatBias`.
 */
const flatShare = 0.2;
const flatBias = 0.9;
/** Display value up to which noise is not clipped. */
const brightest = 0.95;
/**
 * Number of fits of the model, and the excess, as a share, at which tones that are noisier than the model lose weight:
 * they have texture.
 */
const rounds = 6;
const misfit = 0.2;

interface Reading {
  readonly light: number;
  readonly variance: number;
  readonly count: number;
}

/**
 * Measures the noise of a frame in evenly spaced squares of its pixels (kernel `blockNoise`). For each tone it takes a
 * low percentile of the squares' deviations, because textures only add to noise; the model is fitted to the tones by
 * least squares of the ratio. A frame without flat squares in any tone has the noise of rounding.
 */
export async function measureNoise(image: IntegerImage, { kernels }: Pick<Tools, "kernels">): Promise<FrameNoise> {
  const rounding = 1 / (maxValueOf(image.data) * Math.sqrt(12));
  const found = await findSquares(image, kernels);
  const readings = found.flatMap((blocks): Reading[] => {
    if (blocks.length < minBlocks) return [];
    const tone = percentile(
      Float32Array.from(blocks, (each) => each.tone),
      0.5,
    );
    const least =
      percentile(
        Float32Array.from(blocks, (each) => each.deviation),
        flatShare,
      ) / flatBias;
    const deviation = Math.max(rounding, least);
    return [{ light: decodeSrgb(tone), variance: (deviation * lightSlope(tone)) ** 2, count: blocks.length }];
  });
  return { ...fitNoise(readings), rounding };
}

/** Standard deviation of a frame's noise at a display value, in display values. */
export function noiseAt({ constant, perLight, rounding }: FrameNoise, value: number): number {
  return Math.max(rounding, Math.sqrt(constant + perLight * decodeSrgb(value)) / lightSlope(value));
}

/** Derivative of light by display value, from the sRGB curve. */
function lightSlope(value: number): number {
  return value <= 0.04045 ? 1 / 12.92 : (2.4 / 1.055) * ((value + 0.055) / 1.055) ** 1.4;
}

interface Square {
  readonly tone: number;
  readonly deviation: number;
}

/** The squares that are not clipped, by tone. */
async function findSquares(
  { data, width, height, channels }: IntegerImage,
  kernels: KernelRunner,
): Promise<Square[][]> {
  const step = Math.max(noiseBlockPx, Math.ceil(Math.sqrt((width * height) / maxBlocks)));
  const along = (size: number) => Math.max(0, Math.floor((size - noiseBlockPx) / step) + 1);
  const rows = along(height);
  const count = along(width) * rows;
  const facts = { tones: listOf(count), deviations: listOf(count) };
  if (count === 0) return byTone(facts);
  const channel = channels === 3 ? 1 : 0;
  const args = { source: data, ...facts, width, height, channels, channel, step, max: maxValueOf(data), brightest };
  await kernels.run("blockNoise", args, rows);
  return byTone(facts);
}

/** A separate function, because JavaScript engines are slow to compile a loop in an asynchronous function. */
function byTone(facts: { readonly tones: Float64Array; readonly deviations: Float64Array }): Square[][] {
  const found = Array.from({ length: tones }, (): Square[] => []);
  for (let i = 0; i < facts.tones.length; i++) {
    const tone = facts.tones[i];
    const deviation = facts.deviations[i];
    if (deviation >= 0) found[Math.min(tones - 1, Math.floor(tone * tones))].push({ tone, deviation });
  }
  return found;
}

function listOf(count: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(new SharedArrayBuffer(8 * count));
}

/** Both terms are at least 0. A single tone is attributed to photon noise. */
function fitNoise(readings: readonly Reading[]): Pick<FrameNoise, "constant" | "perLight"> {
  let fitted = { constant: 0, perLight: 0 };
  for (let round = 0; round < rounds; round++) {
    const weighted = readings.map(({ light, variance, count }) => {
      const modelled = fitted.constant + fitted.perLight * light;
      const beyond = round === 0 ? 0 : Math.max(0, Math.sqrt(variance / (modelled + 1e-12)) - 1) / misfit;
      return { light, ratio: 1 / (variance + 1e-12), weight: count / (1 + beyond * beyond) ** 2 };
    });
    fitted = leastSquares(weighted);
  }
  return fitted;
}

interface WeightedReading {
  readonly light: number;
  /** 1 / variance; the model times this should be 1. */
  readonly ratio: number;
  readonly weight: number;
}

function leastSquares(readings: readonly WeightedReading[]): Pick<FrameNoise, "constant" | "perLight"> {
  let [cc, cl, ll, c, l] = [0, 0, 0, 0, 0];
  for (const { light, ratio, weight } of readings) {
    const slope = light * ratio;
    cc += weight * ratio * ratio;
    cl += weight * ratio * slope;
    ll += weight * slope * slope;
    c += weight * ratio;
    l += weight * slope;
  }
  const perLightAlone = ll > 0 ? l / ll : 0;
  const determinant = cc * ll - cl * cl;
  if (determinant <= 1e-9 * cc * ll) return { constant: 0, perLight: perLightAlone };
  const constant = (ll * c - cl * l) / determinant;
  const perLight = (cc * l - cl * c) / determinant;
  if (constant < 0) return { constant: 0, perLight: perLightAlone };
  return perLight < 0 ? { constant: c / cc, perLight: 0 } : { constant, perLight };
}
