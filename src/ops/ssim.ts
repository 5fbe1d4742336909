/** One plane of luminance, row-major, 1.0 = full scale; `data.length === width * height`. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export interface SsimOptions {
  /** Same length as the planes; a pixel counts where it is not 0. Left out: every pixel counts. */
  readonly mask?: Uint8Array;
}

export interface SsimResult {
  /** Mean similarity over the pixels that count, −1 to 1; 1 for equal planes. 0 where no pixel counts. */
  readonly score: number;
  /** The share of pixels that counted, 0 to 1. */
  readonly coverage: number;
}

const radius = 5;
const kernel = gaussian(1.5);
const c1 = 0.01 ** 2;
const c2 = 0.03 ** 2;

/**
 * Structural similarity of two planes of the same size: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error
 * visibility to structural similarity", 2004, eq. 13 with the 11 × 11 Gaussian window (σ 1.5), K1 = 0.01, K2 = 0.03, L = 1.
 * Where the window leaves the picture or the mask, its weights are normalised over what is left, so that every pixel that
 * counts has a value at every size (the paper averages over whole windows alone; the difference is in a border of 5 pixels).
 */
export function ssim(a: Plane, b: Plane, { mask }: SsimOptions = {}): SsimResult {
  const { width, height } = a;
  const count = width * height;
  const weight = new Float32Array(count);
  for (let i = 0; i < count; i++) weight[i] = mask === undefined || mask[i] !== 0 ? 1 : 0;
  const moments = windowedMoments(a.data, b.data, weight, width, height);
  let sum = 0;
  let counted = 0;
  for (let i = 0; i < count; i++) {
    if (weight[i] === 0) continue;
    sum += similarityAt(moments, i);
    counted++;
  }
  return counted === 0 ? { score: 0, coverage: 0 } : { score: sum / counted, coverage: counted / count };
}

/** Sums under the window: of the weights, and of weight times a, b and their products. */
interface Moments {
  readonly w: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly aa: Float64Array;
  readonly bb: Float64Array;
  readonly ab: Float64Array;
}

function similarityAt(m: Moments, i: number): number {
  const meanA = m.a[i] / m.w[i];
  const meanB = m.b[i] / m.w[i];
  const varA = Math.max(0, m.aa[i] / m.w[i] - meanA * meanA);
  const varB = Math.max(0, m.bb[i] / m.w[i] - meanB * meanB);
  // Cauchy-Schwarz, which rounding could break by a hair and push a score above 1.
  const limit = Math.sqrt(varA * varB);
  const covariance = Math.min(limit, Math.max(-limit, m.ab[i] / m.w[i] - meanA * meanB));
  const luminance = (2 * meanA * meanB + c1) / (meanA * meanA + meanB * meanB + c1);
  return (luminance * (2 * covariance + c2)) / (varA + varB + c2);
}

function windowedMoments(
  a: Float32Array,
  b: Float32Array,
  weight: Float32Array,
  width: number,
  height: number,
): Moments {
  const moments = {
    w: Float64Array.from(weight),
    a: new Float64Array(weight.length),
    b: new Float64Array(weight.length),
    aa: new Float64Array(weight.length),
    bb: new Float64Array(weight.length),
    ab: new Float64Array(weight.length),
  };
  for (let i = 0; i < weight.length; i++) {
    if (weight[i] === 0) continue;
    moments.a[i] = a[i];
    moments.b[i] = b[i];
    moments.aa[i] = a[i] * a[i];
    moments.bb[i] = b[i] * b[i];
    moments.ab[i] = a[i] * b[i];
  }
  const rows = new Float64Array(weight.length);
  for (const plane of Object.values(moments)) {
    convolve(plane, rows, width, height, 1, width);
    convolve(rows, plane, height, width, width, 1);
  }
  return moments;
}

/**
 * Sums `lines` lines of `length` samples under the window, cut at the ends; samples of a line are `step` apart, lines `lineStep`.
 * The middle of a line is written out: a loop over the window costs twice the time there.
 */
function convolve(
  source: Float64Array,
  target: Float64Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
): void {
  const [k0, k1, k2, k3, k4, k5] = kernel;
  const [s2, s3, s4, s5] = [2 * step, 3 * step, 4 * step, 5 * step];
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    const head = Math.min(radius, length);
    const tail = Math.max(head, length - radius);
    for (let at = 0; at < head; at++) target[start + at * step] = cutSum(source, start, at, length, step);
    for (let i = start + head * step; i < start + tail * step; i += step) {
      // In the order of the window, so that no sum depends on which loop made it.
      let sum = k0 * source[i - s5] + k1 * source[i - s4] + k2 * source[i - s3] + k3 * source[i - s2];
      sum = sum + k4 * source[i - step] + k5 * source[i] + k4 * source[i + step] + k3 * source[i + s2];
      target[i] = sum + k2 * source[i + s3] + k1 * source[i + s4] + k0 * source[i + s5];
    }
    for (let at = tail; at < length; at++) target[start + at * step] = cutSum(source, start, at, length, step);
  }
}

function cutSum(source: Float64Array, start: number, at: number, length: number, step: number): number {
  let sum = 0;
  for (let k = Math.max(-radius, -at); k <= Math.min(radius, length - 1 - at); k++) {
    sum += kernel[k + radius] * source[start + (at + k) * step];
  }
  return sum;
}

function gaussian(sigma: number): Float64Array {
  const weights = Float64Array.from({ length: 2 * radius + 1 }, (_, k) =>
    Math.exp(-((k - radius) ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((total, value) => total + value, 0);
  return weights.map((value) => value / sum);
}
