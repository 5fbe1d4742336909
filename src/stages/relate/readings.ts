import { type SmallCopy, spreadSample, strideFor } from "../../ops/index.ts";

/** What the darker frame shows where the brighter one has some display value; `count` cells tell. */
export interface Reading {
  readonly bright: number;
  readonly dark: number;
  readonly count: number;
}

/** Display values of the brighter frame that are told apart when a curve is fitted. */
export const bins = 48;
/** Display values of the darker frame, as finely as 8 bits averaged over a block deserve. */
const darkSteps = 1024;
/** Below the first all is noise and black point, from the last on the camera's shoulder bends into clipping. */
const darkest = 0.03;
export const brightest = 0.96;
/** Cells with more detail than this may be clipped in part. */
const calm = 0.1;
/** Readings within this share of where the brighter frame begins to clip tell how sure that is. */
const nearClipping = 0.15;
/** So many cells are enough for medians. */
const cells = 40_000;

/** Counts of pairs of values, of one table or several, by bin of the brighter frame and step of the darker one. */
export function medianReadings(dark: SmallCopy, bright: SmallCopy, samples: readonly number[]): Reading[] {
  const counts = new Uint32Array(bins * darkSteps);
  const [a, b] = [dark.data, bright.data];
  const calmStored = calm * 65535;
  const step = strideFor(dark, cells);
  for (let i = 0; i < a.length; i += step) {
    if (a[i + spreadSample] > calmStored || b[i + spreadSample] > calmStored) continue;
    for (const c of samples) counts[((b[i + c] * bins) >> 16) * darkSteps + (a[i + c] >> 6)]++;
  }
  const readings: Reading[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const value = (bin + 0.5) / bins;
    if (value < darkest || value > brightest) continue;
    const row = counts.subarray(bin * darkSteps, (bin + 1) * darkSteps);
    const count = row.reduce((sum, each) => sum + each, 0);
    let left = count / 2;
    const median = row.findIndex((each) => {
      left -= each;
      return left <= 0;
    });
    if (count > 0) readings.push({ bright: value, dark: (median + 0.5) / darkSteps, count });
  }
  return readings;
}

/**
 * What the darker frame shows where the brighter one begins to clip: the value that best parts what is clipped there from what is
 * not. All of the picture has a say in it, so it holds even where most of what is not clipped has moved.
 */
export function clippingBegins(dark: SmallCopy, bright: SmallCopy, samples: readonly number[]): Reading[] {
  const balance = new Int32Array(darkSteps);
  const counts = new Uint32Array(darkSteps);
  const [a, b] = [dark.data, bright.data];
  const fromClipped = brightest * 65535;
  const next = strideFor(dark, cells);
  for (let i = 0; i < a.length; i += next) {
    for (const c of samples) {
      const step = a[i + c] >> 6;
      balance[step] += b[i + c] < fromClipped ? -1 : 1;
      counts[step]++;
    }
  }
  let [wrong, least, first, last] = [0, 0, 0, 0];
  for (let step = 0; step < darkSteps; step++) {
    wrong += balance[step];
    if (wrong < least) [least, first] = [wrong, step + 1];
    if (wrong === least) last = step + 1;
  }
  const middle = (first + last) / 2;
  const near = counts.subarray(Math.floor(middle * (1 - nearClipping)), Math.ceil(middle * (1 + nearClipping)));
  const count = near.reduce((sum, each) => sum + each, 0);
  return first === 0 || last === darkSteps ? [] : [{ bright: brightest, dark: middle / darkSteps, count }];
}
