import type { U16 } from "../../image/index.ts";
import { greenMean, type SmallCopy, spreadSample, strideFor } from "../../ops/index.ts";
import { medians } from "./params.ts";

const { bins, darkSteps, darkest, brightest, calm, nearClipping, cells } = medians;

/** The darker frame's value for a display value of the brighter one, and the number of cells. */
export interface Reading {
  readonly bright: number;
  readonly dark: number;
  readonly count: number;
}

/** Index of the computed mean of green in a list of samples. */
export const meanOfGreen = -1;

/** Medians of the darker frame, by bin of the brighter one, for one sample of the cells or several combined. */
export function medianReadings(dark: SmallCopy, bright: SmallCopy, samples: readonly number[]): Reading[] {
  const counts = new Uint32Array(bins * darkSteps);
  const totals = new Uint32Array(bins);
  const step = strideFor(dark, cells);
  for (const sample of samples) countTones(dark.data, bright.data, sample, step, { counts, totals });
  const readings: Reading[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const value = (bin + 0.5) / bins;
    const count = totals[bin];
    if (value < darkest || value > brightest || count === 0) continue;
    let at = bin * darkSteps;
    let left = count / 2;
    while (left > counts[at]) left -= counts[at++];
    readings.push({ bright: value, dark: (at - bin * darkSteps + left / counts[at]) / darkSteps, count });
  }
  return readings;
}

/** Counts one sample of the calm cells. A separate function, so that an engine compiles only the loop. */
function countTones(
  dark: U16,
  bright: U16,
  sample: number,
  step: number,
  { counts, totals }: { readonly counts: Uint32Array; readonly totals: Uint32Array },
): void {
  const calmStored = calm * 65535;
  const isMean = sample === meanOfGreen;
  for (let i = 0; i < dark.length; i += step) {
    if (dark[i + spreadSample] > calmStored || bright[i + spreadSample] > calmStored) continue;
    const from = isMean ? greenMean(dark, i) : dark[i + sample];
    const to = isMean ? greenMean(bright, i) : bright[i + sample];
    const bin = (to * bins) >> 16;
    counts[bin * darkSteps + (from >> 4)]++;
    totals[bin]++;
  }
}

/**
 * The darker frame's value at which the brighter one starts to clip: the value that best separates clipped from
 * unclipped cells. It uses the whole picture, so it is correct even if most of the unclipped cells moved.
 */
export function clippingBegins(dark: SmallCopy, bright: SmallCopy, samples: readonly number[]): Reading[] {
  const balance = new Int32Array(darkSteps);
  const counts = new Uint32Array(darkSteps);
  const next = strideFor(dark, cells);
  for (const sample of samples) countClipped(dark.data, bright.data, sample, next, { balance, counts });
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

/** Counts one sample of the cells by tone of the darker frame: clipped cells minus the others, and all. */
function countClipped(
  dark: U16,
  bright: U16,
  sample: number,
  step: number,
  { balance, counts }: { readonly balance: Int32Array; readonly counts: Uint32Array },
): void {
  const fromClipped = brightest * 65535;
  const isMean = sample === meanOfGreen;
  for (let i = 0; i < dark.length; i += step) {
    const from = isMean ? greenMean(dark, i) : dark[i + sample];
    const to = isMean ? greenMean(bright, i) : bright[i + sample];
    balance[from >> 4] += to < fromClipped ? -1 : 1;
    counts[from >> 4]++;
  }
}
