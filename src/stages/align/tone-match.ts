import { decodeSrgb, encodeSrgb, type Homography, type U16 } from "../../image/index.ts";
import { solveCholesky } from "../../ops/index.ts";
import type { Plane, Pyramid } from "./luminance-pyramid.ts";
import { exposureCurve, lumaPyramid, toneMatch } from "./params.ts";

/**
 * Tone curves (one value for each of 65,536) that map two exposures of a scene to one scale: the brighter frame through
 * the curve between the two, the darker one cut off where the brighter one clips, so that both show the same range of
 * the scene.
 */
export interface ToneMatch {
  readonly bright: U16;
  readonly dark: U16;
}

/** The darker frame has finer bins: eight stops darker, all of it is below a tenth of full scale. */
const darkBins = lumaPyramid.histogramBins;
const merged = lumaPyramid.histogramBins / toneMatch.brightBins;

/** Whether a pixel of the brighter plane shows something that moved. */
export type IsMover = (x: number, y: number) => boolean;

/**
 * Matches tones by the relation of two exposures: `toDark` maps display values of the brighter frame to the darker one.
 * `undefined` if the frames share no range of tones: one of them is all black or all white.
 */
export function matchTone(toDark: (value: number) => number): ToneMatch | undefined {
  const low = toDark(0);
  const high = toDark(lumaPyramid.clipAt);
  if (!(high - low > toneMatch.minRange)) return undefined;
  const steps = Float64Array.from({ length: toneMatch.curveSteps + 2 }, (_, i) =>
    toDark(Math.min(lumaPyramid.clipAt, i / toneMatch.curveSteps)),
  );
  const bright = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  const dark = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  fillTables({ bright, dark }, steps, low, high);
  return { bright, dark };
}

/** A separate function, so that the JavaScript engine compiles only the loop, and only once. */
function fillTables({ bright, dark }: ToneMatch, steps: Float64Array, low: number, high: number): void {
  const stretch = 65535 / (high - low);
  for (let i = 0; i < 65536; i++) {
    const at = (i / 65535) * toneMatch.curveSteps;
    const step = Math.floor(at);
    const darker = steps[step] + (steps[step + 1] - steps[step]) * (at - step);
    bright[i] = (Math.min(high, Math.max(low, darker)) - low) * stretch + 0.5;
    dark[i] = (Math.min(high, Math.max(low, i / 65535)) - low) * stretch + 0.5;
  }
}

/**
 * Tones of flat, overlapping pixels, read at about `wanted` positions of the picture (the brightness transfer function
 * of Grossberg & Nayar 2003): for each brightness of the brighter frame the median of the darker one, which remains
 * correct with movers on up to half its pixels. Known movers are excluded.
 */
export function readPairs(bright: Plane, dark: Plane, h: Homography, isMover: IsMover, wanted: number): TonePair[] {
  const joint = new Uint32Array(toneMatch.brightBins * darkBins);
  const weights = new Uint32Array(toneMatch.brightBins);
  const { width, data } = bright;
  const step = Math.ceil(Math.sqrt((width * bright.height) / wanted));
  for (let y = 1; y < bright.height - 1; y += step) {
    for (let x = 1; x < width - 1; x += step) {
      const from = y * width + x;
      const range = Math.abs(data[from + 1] - data[from - 1]) + Math.abs(data[from + width] - data[from - width]);
      if (range > toneMatch.flatRange || isMover(x, y)) continue;
      const scale = 1 / (h[6] * x + h[7] * y + h[8]);
      const dx = Math.round((h[0] * x + h[1] * y + h[2]) * scale);
      const dy = Math.round((h[3] * x + h[4] * y + h[5]) * scale);
      if (!(dx >= 0 && dy >= 0 && dx < dark.width && dy < dark.height)) continue;
      const b = binOf(data[from], toneMatch.brightBins);
      weights[b]++;
      joint[b * darkBins + binOf(dark.data[dy * dark.width + dx], darkBins)]++;
    }
  }
  const pairs: TonePair[] = [];
  for (let b = 0; b < toneMatch.brightBins; b++) {
    const weight = weights[b];
    if (weight === 0) continue;
    const row = joint.subarray(b * darkBins, (b + 1) * darkBins);
    pairs.push({ bright: (b + 0.5) / toneMatch.brightBins, dark: medianBin(row, weight) / darkBins, weight });
  }
  return pairs;
}

/** Matches tones before the motion is known: equal ranks (histogram matching). */
export function matchToneByRank(bright: Pyramid, dark: Pyramid): ToneMatch | undefined {
  const darkCounts = dark.histogram;
  const pairs: TonePair[] = [];
  let d = 0;
  let darkBelow = 0;
  let below = 0;
  for (let b = 0; b < toneMatch.brightBins; b++) {
    const weight = sumOf(bright.histogram.subarray(b * merged, (b + 1) * merged));
    if (weight === 0) continue;
    const rank = below + weight / 2;
    while (d < darkBins - 1 && darkBelow + darkCounts[d] < rank) darkBelow += darkCounts[d++];
    const inside = darkCounts[d] > 0 ? Math.min(1, Math.max(0, (rank - darkBelow) / darkCounts[d])) : 0.5;
    pairs.push({ bright: (b + 0.5) / toneMatch.brightBins, dark: (d + inside) / darkBins, weight });
    below += weight;
  }
  const curve = fitExposureCurve(pairs.filter((pair) => pair.bright < lumaPyramid.clipAt));
  return curve && matchTone(curve);
}

function binOf(value: number, count: number): number {
  return (value * count) >> 16;
}

function sumOf(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Position of the median within a row of counts, in bins. */
export function medianBin(row: Uint32Array, total: number): number {
  let below = 0;
  let bin = 0;
  while (below + row[bin] < total / 2) below += row[bin++];
  return bin + (total / 2 - below) / row[bin];
}

/**
 * A brightness of the brighter frame, display 0 to 1, and that of the darker one there; `weight` is a number of pixels.
 */
export interface TonePair {
  readonly bright: number;
  readonly dark: number;
  readonly weight: number;
}

/**
 * The curve from the brighter frame's tones to the darker one's. If cameras were linear apart from sRGB, the ratio of
 * linear light would be constant; with a camera's own contrast it still changes slowly. So the logarithm of the ratio
 * is fitted by a stiff curve with Geman–McClure weights: brightnesses that a mover or a window dominates cannot bend
 * it. `undefined` if there is no evidence.
 */
export function fitExposureCurve(pairs: readonly TonePair[]): ((bright: number) => number) | undefined {
  const ratio = totalRatio(pairs);
  if (ratio === undefined) return undefined;
  const lift = exposureCurve.floor / ratio;
  const half = exposureCurve.filled * pairs.reduce((sum, { weight }) => sum + weight, 0);
  const position = (bright: number) =>
    (exposureCurve.knots - 1) * (1 - Math.log((decodeSrgb(bright) + lift) / (1 + lift)) / Math.log(lift / (1 + lift)));
  const data = pairs.map(({ bright, dark, weight }) => ({
    at: position(bright),
    log: Math.log((decodeSrgb(dark) + exposureCurve.floor) / (decodeSrgb(bright) + lift)),
    weight: weight / (weight + half),
  }));
  let curve = new Float64Array(exposureCurve.knots).fill(Math.log(ratio));
  for (const misfit of exposureCurve.misfits) {
    const solved = fitOnce(data, curve, misfit);
    if (!solved) return undefined;
    curve = solved;
  }
  return (bright) => {
    const light = (decodeSrgb(bright) + lift) * Math.exp(valueAt(curve, position(bright))) - exposureCurve.floor;
    return encodeSrgb(Math.min(1, Math.max(0, light)));
  };
}

interface Datum {
  readonly at: number;
  readonly log: number;
  readonly weight: number;
}

function fitOnce(data: readonly Datum[], curve: Float64Array, misfit: number): Float64Array<ArrayBuffer> | undefined {
  const matrix = new Float64Array(exposureCurve.knots * exposureCurve.knots);
  const right = new Float64Array(exposureCurve.knots);
  addData(data, curve, misfit, matrix, right);
  addPenalty(matrix, [1, -2, 1], exposureCurve.stiffness);
  addPenalty(matrix, [1, -1], exposureCurve.levelling);
  return solveCholesky(matrix, right) as Float64Array<ArrayBuffer> | undefined;
}

/** Adds the weighted data. A separate function, so that the JavaScript engine compiles only the loop. */
function addData(
  data: readonly Datum[],
  curve: Float64Array,
  misfit: number,
  matrix: Float64Array,
  right: Float64Array,
): void {
  for (const { at, log, weight } of data) {
    const off = (log - valueAt(curve, at)) / misfit;
    const w = weight / (1 + off * off) ** 2;
    const i = Math.min(exposureCurve.knots - 2, Math.max(0, Math.floor(at)));
    const shares = [1 - (at - i), at - i];
    for (let a = 0; a < 2; a++) {
      right[i + a] += w * shares[a] * log;
      for (let b = 0; b < 2; b++) matrix[(i + a) * exposureCurve.knots + i + b] += w * shares[a] * shares[b];
    }
  }
}

/** Adds `strength` times the squares of a difference of neighbouring knots, along the whole curve. */
function addPenalty(matrix: Float64Array, difference: readonly number[], strength: number): void {
  for (let i = 0; i + difference.length <= exposureCurve.knots; i++) {
    for (let a = 0; a < difference.length; a++) {
      for (let b = 0; b < difference.length; b++) {
        matrix[(i + a) * exposureCurve.knots + i + b] += strength * difference[a] * difference[b];
      }
    }
  }
}

function valueAt(curve: Float64Array, at: number): number {
  const i = Math.min(exposureCurve.knots - 2, Math.max(0, Math.floor(at)));
  return curve[i] + (curve[i + 1] - curve[i]) * (at - i);
}

/** The median ratio of linear light, each pair weighted by its pixels: the start of the fit. */
function totalRatio(pairs: readonly TonePair[]): number | undefined {
  const ratios = pairs.map(({ bright, dark, weight }) => ({
    ratio: (decodeSrgb(dark) + exposureCurve.floor) / (decodeSrgb(bright) + exposureCurve.floor),
    weight: weight * decodeSrgb(bright),
  }));
  ratios.sort((a, b) => a.ratio - b.ratio);
  let left = ratios.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { ratio, weight } of ratios) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return undefined;
}
