import type { Homography, U16 } from "../../image/index.ts";
import { fitExposureCurve, type TonePair } from "./exposure-curve.ts";
import type { Plane, Pyramid } from "./luminance-pyramid.ts";
import { lumaPyramid, toneMatch } from "./params.ts";

/**
 * Tone curves (a value for each of 65,536) that bring two exposures of a scene to one scale: the brighter frame through
 * the curve between the two, the darker one cut off where the brighter one clips, so that both show the same range of
 * the scene.
 */
export interface ToneMatch {
  readonly bright: U16;
  readonly dark: U16;
}

/** The darker frame is counted in finer steps: eight stops down, all of it lies below a tenth of full scale. */
const darkBins = lumaPyramid.histogramBins;
const merged = lumaPyramid.histogramBins / toneMatch.brightBins;

/** Whether a pixel of the brighter plane shows something that moved. */
export type IsMover = (x: number, y: number) => boolean;

/**
 * By the relation of two exposures: `toDark` brings display values of the brighter frame to the darker one. `undefined`
 * where the frames share no range of tones: one of them is all black or all white.
 */
export function matchTone(toDark: (value: number) => number): ToneMatch | undefined {
  const low = toDark(0);
  const high = toDark(lumaPyramid.clipAt);
  if (!(high - low > toneMatch.leastRange)) return undefined;
  const steps = Float64Array.from({ length: toneMatch.curveSteps + 2 }, (_, i) =>
    toDark(Math.min(lumaPyramid.clipAt, i / toneMatch.curveSteps)),
  );
  const bright = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  const dark = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  fillTables({ bright, dark }, steps, low, high);
  return { bright, dark };
}

/** On its own, so that an engine compiles the loop alone, and once. */
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
 * From flat pixels that lie on each other, at about so many places of the picture (the brightness transfer function of
 * Grossberg & Nayar 2003): for each brightness of the brighter frame the median of the darker one, which stays right
 * with movers on up to half its pixels. Known movers are excluded.
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

/** Before anything is known of the motion: equal ranks (histogram matching). */
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
