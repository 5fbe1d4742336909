import type { U8, U16 } from "../image/index.ts";
import { type KernelRunner, rowFacts } from "../kernels/index.ts";
import { medianOf } from "../ops/index.ts";

/** Samples of a picture or mosaic, row after row without padding. */
export interface SampleRows {
  readonly data: U8 | U16;
  /** Samples per row. */
  readonly rowSamples: number;
  /**
   * Distance in samples between neighbours of the same kind: the number of channels, or the side of a mosaic's cell.
   */
  readonly lag: number;
  /** Distance in rows between neighbours of the same kind. */
  readonly rowLag: number;
  /** Difference between white and black. */
  readonly range: number;
}

/** Minimum mean difference of neighbours in noise, as a share of the range; for independent values it is a third. */
const noiseShare = 0.25;

/** Minimum ratio to the median of all rows: pictures that are rough throughout are not damaged. */
const overMedian = 2;

/** Approximate number of sampled neighbours per row; shorter rows are too few for statistics. */
const lookedAt = 512;
const minPairs = 64;

/** Rows of noise that indicate damage, as a share of all rows, and as a number. */
const rowShare = 0.002;
const minRows = 2;

/**
 * Damage to data whose coding cannot detect it: whole rows that are noise from side to side, one stretch of it, single
 * samples here and there, or all of it, as where uncompressed data was overwritten.
 */
export type FoundNoise = "rows" | "stretch" | "scattered" | "throughout";

/** Detects noise that only damage causes; `undefined` if there is none. */
export async function findNoise(rows: SampleRows, kernels: KernelRunner): Promise<FoundNoise | undefined> {
  if (!(rows.range > 0)) return undefined;
  const looks = await look(rows, kernels);
  if (hasNoisyRows(rows, looks)) return "rows";
  if (hasNoisyStretch(rows)) return "stretch";
  if (hasScatteredNoise(looks)) return "scattered";
  return isNoiseThroughout(rows, looks) ? "throughout" : undefined;
}

/** Whether several consecutive rows are noise. */
function hasNoisyRows({ rowSamples, lag, range }: SampleRows, { steps }: Looks): boolean {
  if (rowSamples - lag < minPairs) return false;
  const limit = Math.max(noiseShare * range, overMedian * medianOf(steps));
  const needed = Math.max(minRows, Math.ceil(steps.length * rowShare));
  let inRow = 0;
  for (const step of steps) {
    inRow = step > limit ? inRow + 1 : 0;
    if (inRow >= needed) return true;
  }
  return false;
}

/** Whether most rows are as rough as independent values, which no sensor yields. */
function isNoiseThroughout({ rowSamples, lag, range }: SampleRows, { steps }: Looks): boolean {
  if (rowSamples - lag < minPairs) return false;
  return steps.filter((step) => step > noiseShare * range).length > steps.length / 2;
}

/**
 * Minimum difference, as a share of the range, between an impulse and its neighbours, which agree within a quarter of
 * it.
 */
const impulseShare = 0.25;
const agreeShare = impulseShare / 4;

/**
 * Share of single samples of noise that indicates damage. Where one byte in a hundred was changed they are 0.0027 to
 * 0.01; in 583 sound photographs and drawings of 8 bits and more, from 10,000 samples on, 0.0009 at most.
 */
const maxImpulses = 0.002;

/** Minimum number of impulses, and of their distinct values: the dots of a halftone have few. */
const minImpulses = 16;

/** Maximum number of samples checked for impulses. */
const sampledForImpulses = 1_000_000;

/** Whether there are scattered impulses, as in uncompressed data with changed bytes. */
function hasScatteredNoise({ impulses, looked, values }: Looks): boolean {
  return values >= minImpulses && impulses > maxImpulses * looked;
}

/** Number of neighbours per window along a stretch. */
const stretchPairs = 128;

/** Maximum mean difference of neighbours outside the stretch, as a share of the range. */
const quietShare = 0.125;

/** Maximum number of samples: in larger pictures, a visible stretch spans rows. */
const maxSamples = 4e6;

/** Maximum length of a stretch as a share of all samples; a longer one is picture content. */
const longest = 0.05;

/**
 * Whether exactly one stretch of the samples, in the order of the file, is noise: rough detail of a picture spans
 * several rows, so it would recur in the next.
 */
function hasNoisyStretch({ data, lag, range }: SampleRows): boolean {
  const count = data.length - lag;
  if (count < 4 * stretchPairs || data.length > maxSamples) return false;
  const [quiet, noisy] = [quietShare, noiseShare].map((share) => share * range * stretchPairs);
  const stepAt = (i: number) => Math.abs(data[i] - data[i + lag]);
  let [sum, runs, length, peak] = [0, 0, 0, 0];
  for (let i = 0, before = 0; i < count; i++) {
    sum += stepAt(i);
    if (i < stretchPairs - 1) continue;
    if (sum > quiet) {
      if (before <= quiet) runs++;
      length++;
      peak = Math.max(peak, sum);
    }
    before = sum;
    sum -= stepAt(i + 1 - stretchPairs);
  }
  return runs === 1 && peak > noisy && length <= longest * count;
}

interface Looks {
  /** Mean difference of neighbours of the same kind in each row. */
  readonly steps: Float64Array;
  /** Number of impulses among the checked samples, and of their distinct values, up to {@link minImpulses}. */
  readonly impulses: number;
  readonly looked: number;
  readonly values: number;
}

async function look({ data, rowSamples, lag, rowLag, range }: SampleRows, kernels: KernelRunner): Promise<Looks> {
  const height = Math.floor(data.length / rowSamples);
  const pairs = rowSamples - lag;
  if (pairs < 1 || height < 1) return { steps: new Float64Array(height), impulses: 0, looked: 0, values: 0 };
  const step = Math.max(1, Math.floor(pairs / lookedAt));
  const stride = Math.max(1, Math.ceil(data.length / sampledForImpulses));
  const found = new Int32Array(new SharedArrayBuffer(height * rowFacts * 4));
  // Whole numbers exceed a bound where they exceed its whole part.
  const [far, near] = [impulseShare, agreeShare].map((share) => Math.min(65_535, Math.floor(share * range)));
  const args = { source: data, found, width: rowSamples, height, lag, rowLag, step, stride, far, near };
  await kernels.run("roughRows", args, height);
  const values = new Set<number>();
  let [impulses, looked] = [0, 0];
  for (let y = rowLag; y < height - rowLag; y += stride) {
    const row = found.subarray(y * rowFacts, (y + 1) * rowFacts);
    looked += Math.max(0, pairs - lag);
    impulses += row[1];
    for (const value of row.subarray(3, 3 + row[2])) if (values.size < minImpulses) values.add(value);
  }
  const count = Math.ceil(pairs / step);
  const steps = Float64Array.from({ length: height }, (_, y) => found[y * rowFacts] / count);
  return { steps, impulses, looked, values: values.size };
}
