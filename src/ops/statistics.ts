import { luminanceOf } from "../image/index.ts";
import type { SmallImage } from "./shrink.ts";

const bins = 1024;

/**
 * Luma (Rec. 709 weights on display values) of a small copy, 0 to 1. White balance keeps the luma of grey, so it can be
 * applied earlier.
 */
export function lumaOf(small: SmallImage): Float32Array {
  const luma = new Float32Array(small.width * small.height);
  for (let i = 0; i < luma.length; i++) {
    const [r, g, b] = [small.data[3 * i], small.data[3 * i + 1], small.data[3 * i + 2]];
    luma[i] = Math.min(1, luminanceOf(r, g, b));
  }
  return luma;
}

/**
 * Values below which the given shares (ascending, 0 to 1) of the samples lie; samples are in [0, 1]. `areas` is the
 * weight of each row and `without` the share of each sample to exclude (0 to 1); if omitted, all samples have equal
 * weights.
 */
export function quantiles(
  samples: Float32Array,
  shares: readonly number[],
  areas?: Float32Array,
  without?: Float32Array,
): number[] {
  const histogram = new Float64Array(bins);
  const width = areas ? samples.length / areas.length : samples.length;
  let total = 0;
  for (let i = 0; i < samples.length; i++) {
    const weight = (areas ? areas[Math.floor(i / width)] : 1) * (without ? 1 - without[i] : 1);
    histogram[Math.min(bins - 1, Math.floor(samples[i] * bins))] += weight;
    total += weight;
  }
  const found: number[] = [];
  let bin = 0;
  let below = 0;
  for (const share of shares) {
    const wanted = share * total;
    while (bin < bins - 1 && below + histogram[bin] < wanted) below += histogram[bin++];
    const within = histogram[bin] > 0 ? (wanted - below) / histogram[bin] : 0;
    found.push((bin + Math.min(1, Math.max(0, within))) / bins);
  }
  return found;
}

/** Ratio of the standard deviation of a normal distribution to its median absolute deviation, 1 / Φ⁻¹(3/4). */
export const sigmaPerMad = 1.4826;
/**
 * Tuning constant of Tukey's biweight, in standard deviations: 95 % efficient if all noise is normal (Holland, Welsch
 * 1977).
 */
export const biweightTuning = 4.685;

/** The median; the upper one for an even number of values, 0 for none. */
export function medianOf(values: ArrayLike<number>): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/**
 * The value below which a share of the values lies; 0 if there are none. Uses partitioning (Hoare 1961): sorting takes
 * ten times as long.
 */
export function percentile(values: Float32Array | Float64Array, share: number): number {
  if (values.length === 0) return 0;
  const left = values.slice();
  const rank = Math.min(left.length - 1, Math.floor(share * left.length));
  let from = 0;
  let to = left.length - 1;
  while (from < to) {
    const pivot = left[(from + to) >> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (left[i] < pivot) i++;
      while (left[j] > pivot) j--;
      if (i > j) break;
      const swapped = left[i];
      left[i++] = left[j];
      left[j--] = swapped;
    }
    if (rank <= j) to = j;
    else if (rank >= i) from = i;
    else break;
  }
  return left[rank];
}

/** Linear ramp from 0 at `from` to 1 at `to`, constant outside. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / Math.max(1e-3, to - from)));
}
