/** One plane of luminance, row-major, 1.0 = full scale; `data.length === width * height`. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

interface SsimOptions {
  /** Same length as the planes; a pixel counts if it is not 0. If omitted, every pixel counts. */
  readonly mask?: Uint8Array;
  /**
   * Distance between windows in both directions, in pixels, starting in the middle of the first step. Default: 1, as in
   * the paper.
   */
  readonly step?: number;
}

interface SsimResult {
  /**
   * Mean similarity over the windows whose centre counts, −1 to 1; 1 for equal planes, 0 if there is no such window.
   */
  readonly score: number;
  /** Share of windows that counted, 0 to 1. */
  readonly coverage: number;
}

const radius = 5;
const kernel = gaussian(1.5);
const c1 = 0.01 ** 2;
const c2 = 0.03 ** 2;

/**
 * Structural similarity of two planes of the same size: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment:
 * from error visibility to structural similarity", 2004, eq. 13 with the 11 × 11 Gaussian window (σ 1.5), K1 = 0.01, K2
 * = 0.03, L = 1. If the window extends beyond the picture or the mask, its weights are normalised over the rest, so
 * that every pixel that counts has a value at every size. The paper averages only over whole windows; the difference is
 * in a border of 5 pixels.
 */
export function ssim(a: Plane, b: Plane, { mask, step = 1 }: SsimOptions = {}): SsimResult {
  const { width, height } = a;
  const columns = placesOf(width, step);
  const rows = placesOf(height, step);
  const moments = windowedMoments(a, b, mask, columns, rows);
  let sum = 0;
  let counted = 0;
  for (const [row, y] of rows.entries()) {
    for (let column = 0; column < columns.length; column++) {
      if (mask !== undefined && mask[y * width + columns[column]] === 0) continue;
      sum += similarityAt(moments, row * columns.length + column);
      counted++;
    }
  }
  const windows = columns.length * rows.length;
  return counted === 0 ? { score: 0, coverage: 0 } : { score: sum / counted, coverage: counted / windows };
}

/** Positions of the windows' centres along an edge. */
function placesOf(length: number, step: number): Int32Array {
  const first = Math.min(length - 1, (step - 1) >> 1);
  return Int32Array.from({ length: Math.ceil((length - first) / step) }, (_, i) => first + i * step);
}

/** Sums under the window: of the weights, and of the weights times a, b and their products. */
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
  // The Cauchy–Schwarz inequality, which rounding could violate slightly and so raise a score above 1.
  const limit = Math.sqrt(varA * varB);
  const covariance = Math.min(limit, Math.max(-limit, m.ab[i] / m.w[i] - meanA * meanB));
  const luminance = (2 * meanA * meanB + c1) / (meanA * meanA + meanB * meanB + c1);
  return (luminance * (2 * covariance + c2)) / (varA + varB + c2);
}

/** Reused memory: with thousands of small pairs a second, allocating for each would keep the collector busy. */
const scratch = { planes: [0, 1, 2, 3, 4, 5].map(() => new Float64Array()), narrow: new Float64Array() };

function windowedMoments(
  a: Plane,
  b: Plane,
  mask: Uint8Array | undefined,
  columns: Int32Array,
  rows: Int32Array,
): Moments {
  const { width, height } = a;
  const pixels = width * height;
  if (scratch.planes[0].length < pixels) scratch.planes = scratch.planes.map(() => new Float64Array(pixels));
  if (scratch.narrow.length < columns.length * height) scratch.narrow = new Float64Array(columns.length * height);
  fillPlanes(a.data, b.data, mask, pixels);
  const across = {
    length: width,
    lines: height,
    step: 1,
    lineStep: width,
    places: columns,
    to: 1,
    lineTo: columns.length,
  };
  const down = {
    ...{ length: height, lines: columns.length, step: columns.length, lineStep: 1 },
    ...{ places: rows, to: columns.length, lineTo: 1 },
  };
  const [w, sumsA, sumsB, aa, bb, ab] = scratch.planes.map((plane) => {
    const sums = new Float64Array(columns.length * rows.length);
    convolve(plane, scratch.narrow, across);
    convolve(scratch.narrow, sums, down);
    return sums;
  });
  return { w, a: sumsA, b: sumsB, aa, bb, ab };
}

/** Fills in weights, both planes and their products; 0 where the mask is 0. */
function fillPlanes(a: Float32Array, b: Float32Array, mask: Uint8Array | undefined, pixels: number): void {
  const [w, ofA, ofB, aa, bb, ab] = scratch.planes;
  for (let i = 0; i < pixels; i++) {
    const counts = mask === undefined || mask[i] !== 0;
    const valueA = counts ? a[i] : 0;
    const valueB = counts ? b[i] : 0;
    w[i] = counts ? 1 : 0;
    ofA[i] = valueA;
    ofB[i] = valueB;
    aa[i] = valueA * valueA;
    bb[i] = valueB * valueB;
    ab[i] = valueA * valueB;
  }
}

/** One direction of the window over a plane: layout of samples, lines and results. */
interface Pass {
  readonly length: number;
  readonly lines: number;
  /** Distance between samples of a line; lines are `lineStep` apart. */
  readonly step: number;
  readonly lineStep: number;
  /** Positions of the windows' centres. */
  readonly places: Int32Array;
  readonly to: number;
  readonly lineTo: number;
}

/**
 * Sums lines under the window, cut at their ends. The inner part of a line is unrolled: a loop over the window takes
 * twice the time.
 */
function convolve(source: Float64Array, target: Float64Array, pass: Pass): void {
  const { length, lines, step, lineStep, places, to, lineTo } = pass;
  const [k0, k1, k2, k3, k4, k5] = kernel;
  const [s2, s3, s4, s5] = [2 * step, 3 * step, 4 * step, 5 * step];
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    for (let place = 0; place < places.length; place++) {
      const at = places[place];
      const t = line * lineTo + place * to;
      if (at < radius || at >= length - radius) {
        target[t] = cutSum(source, start, at, length, step);
        continue;
      }
      const i = start + at * step;
      // In the order of the window, so that both ways give the same sum.
      let sum = k0 * source[i - s5] + k1 * source[i - s4] + k2 * source[i - s3] + k3 * source[i - s2];
      sum = sum + k4 * source[i - step] + k5 * source[i] + k4 * source[i + step] + k3 * source[i + s2];
      target[t] = sum + k2 * source[i + s3] + k1 * source[i + s4] + k0 * source[i + s5];
    }
  }
}

function cutSum(source: Float64Array, start: number, at: number, length: number, step: number): number {
  let sum = 0;
  const last = Math.min(radius, length - 1 - at);
  for (let k = Math.max(-radius, -at); k <= last; k++) sum += kernel[k + radius] * source[start + (at + k) * step];
  return sum;
}

function gaussian(sigma: number): Float64Array {
  const weights = Float64Array.from({ length: 2 * radius + 1 }, (_, k) =>
    Math.exp(-((k - radius) ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((total, value) => total + value, 0);
  return weights.map((value) => value / sum);
}
