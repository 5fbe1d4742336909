import type { Plane } from "./ssim.ts";

/**
 * Mean over (2r + 1)² windows, cut at the border, periodic in x with `wrapX`. Running sums make the time independent of
 * the radius.
 */
export function boxMean(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  const { width, height, data } = plane;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    if (wrapX) meanAroundRow(data, y * width, width, radius, rows);
    else meanAlongRow(data, y * width, width, radius, rows);
  }
  return meanOfRows(rows, width, height, radius);
}

/** The same along columns, for a whole row at a time. */
function meanOfRows(rows: Float32Array, width: number, height: number, radius: number): Float32Array {
  const result = new Float32Array(width * height);
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(radius, height); y++) for (let x = 0; x < width; x++) sums[x] += rows[y * width + x];
  for (let y = 0; y < height; y++) {
    const [entering, leaving] = [y + radius, y - radius - 1];
    const start = y * width;
    const perCount = 1 / (Math.min(height - 1, entering) - Math.max(0, leaving + 1) + 1);
    if (entering < height && leaving >= 0) {
      const [enter, leave] = [entering * width, leaving * width];
      for (let x = 0; x < width; x++) {
        const sum = sums[x] + rows[enter + x] - rows[leave + x];
        sums[x] = sum;
        result[start + x] = sum * perCount;
      }
      continue;
    }
    if (entering < height) for (let x = 0; x < width; x++) sums[x] += rows[entering * width + x];
    if (leaving >= 0) for (let x = 0; x < width; x++) sums[x] -= rows[leaving * width + x];
    for (let x = 0; x < width; x++) result[start + x] = sums[x] * perCount;
  }
  return result;
}

function meanAlongRow(source: Float32Array, start: number, width: number, radius: number, target: Float32Array): void {
  const end = start + width;
  // Range in which the window is complete on both sides.
  const [wholeFrom, wholeTo] = [start + radius + 1, end - radius];
  let sum = 0;
  for (let i = start; i < Math.min(end, start + radius); i++) sum += source[i];
  for (let i = start; i < end; i++) {
    if (i === wholeFrom) {
      for (; i < wholeTo; i++) {
        sum = sum + source[i + radius] - source[i - radius - 1];
        target[i] = sum / (2 * radius + 1);
      }
      if (i >= end) break;
    }
    if (i + radius < end) sum += source[i + radius];
    if (i - radius - 1 >= start) sum -= source[i - radius - 1];
    target[i] = sum / (Math.min(end - 1, i + radius) - Math.max(start, i - radius) + 1);
  }
}

function meanAroundRow(source: Float32Array, start: number, width: number, radius: number, target: Float32Array): void {
  const reach = Math.min(radius, (width - 1) >> 1);
  const at = (x: number) => source[start + (x < 0 ? x + width : x < width ? x : x - width)];
  let sum = 0;
  for (let x = -reach; x < reach; x++) sum += at(x);
  for (let x = 0; x < width; x++) {
    sum += at(x + reach);
    target[start + x] = sum / (2 * reach + 1);
    sum -= at(x - reach);
  }
}

/** The size of a small copy; with `wrapX` its left and right edges meet. */
export interface Copy {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/**
 * Mean of a plane around every pixel of a copy, weighted by another plane; the radius is `share` of the longer edge.
 */
export function meanWithin(
  { width, height, wrapX }: Copy,
  weights: Float32Array,
  plane: Float32Array,
  share: number,
): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * share));
  const mean = (data: Float32Array) => boxMean({ width, height, data }, radius, wrapX);
  const all = mean(weights);
  const means = mean(productOf(plane, weights));
  for (let i = 0; i < means.length; i++) means[i] /= Math.max(1e-6, all[i]);
  return means;
}

/** Product of two planes, value by value. */
export function productOf(first: Float32Array, second: Float32Array): Float32Array {
  const products = new Float32Array(first.length);
  for (let i = 0; i < products.length; i++) products[i] = first[i] * second[i];
  return products;
}

/**
 * Coefficients of the fast guided filter with the picture as its own guide (He & Sun 2015): base = a·y + c, a = v/(v +
 * ε²/(v + ε)), where v is the variance of the window. With ε instead of ε²/(v + ε), which is nearly ε where the
 * variance is small, a strong edge would leave a share of ε/v of itself in the texture: a halo (the edge-aware weights
 * of Li et al. 2015 are of the same kind). Returns width × height × 2 floats, (a, c) averaged over the window, which
 * the kernel interpolates at full size. `wrapX` makes the plane periodic in x, so that a 360° picture has no seam.
 */
export function guidedCoefficients(luma: Plane, radius: number, epsilon: number, wrapX: boolean): Float32Array {
  const { width, height, data } = luma;
  const blur = (plane: Float32Array) => boxMean({ width, height, data: plane }, radius, wrapX);
  const mean = blur(data);
  const square = blur(productOf(data, data));
  const slopes = new Float32Array(data.length);
  const offsets = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const m = mean[i];
    const variance = Math.max(0, square[i] - m * m);
    const edge = variance * (variance + epsilon);
    slopes[i] = edge / (edge + epsilon ** 2);
    offsets[i] = m * (1 - slopes[i]);
  }
  const [meanSlopes, meanOffsets] = [blur(slopes), blur(offsets)];
  const coefficients = new Float32Array(width * height * 2);
  for (let i = 0; i < meanSlopes.length; i++) {
    coefficients[2 * i] = meanSlopes[i];
    coefficients[2 * i + 1] = meanOffsets[i];
  }
  return coefficients;
}

/**
 * The minimum within `radius` pixels of every pixel along both axes; values are at most 1. Every window of 2 × radius +
 * 1 values spans two blocks of the same length: the end of one and the start of the next (van Herk 1992; Gil & Werman
 * 1993).
 */
export function runningLeast(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  return minOfRows({ ...plane, data: minAlongRows(plane, radius, wrapX) }, radius);
}

/** The minimum along rows; with `wraps` their ends meet. */
function minAlongRows({ width, height, data }: Plane, radius: number, wraps: boolean): Float32Array {
  const target = new Float32Array(data.length);
  // One row, extended at both ends.
  const line = new Float32Array(width + 2 * radius).fill(1);
  const window = 2 * radius + 1;
  // The minimum from the start of its block to every value, and from every value to the end of its block.
  const [fromStart, toEnd] = [new Float32Array(line.length), new Float32Array(line.length)];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) line[radius + x] = data[row + x];
    if (wraps) {
      for (let k = 0; k < radius; k++) {
        line[k] = line[width + k];
        line[width + radius + k] = line[radius + k];
      }
    }
    for (let start = 0; start < line.length; start += window) {
      const end = Math.min(line.length, start + window);
      let least = line[start];
      for (let k = start; k < end; k++) {
        least = least < line[k] ? least : line[k];
        fromStart[k] = least;
      }
      least = line[end - 1];
      for (let k = end - 1; k >= start; k--) {
        least = least < line[k] ? least : line[k];
        toEnd[k] = least;
      }
    }
    for (let x = 0; x < width; x++) target[row + x] = Math.min(toEnd[x], fromStart[x + 2 * radius]);
  }
  return target;
}

/** The minimum along columns, for a whole row at a time; columns are not extended at their ends. */
function minOfRows({ width, height, data }: Plane, radius: number): Float32Array {
  const target = new Float32Array(data.length);
  const window = 2 * radius + 1;
  const [fromStart, toEnd] = [new Float32Array(data.length), new Float32Array(data.length)];
  // Blocks are placed as if `radius` rows preceded the first.
  for (let y = 0; y < height; y++) minOfTwo(fromStart, data, y, (y + radius) % window === 0 ? -1 : y - 1, width);
  for (let y = height - 1; y >= 0; y--) {
    const isLast = (y + radius + 1) % window === 0;
    minOfTwo(toEnd, data, y, isLast || y + 1 === height ? -1 : y + 1, width);
  }
  const blockOf = (y: number) => Math.floor((y + radius) / window);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const above = Math.max(0, y - radius) * width;
    const below = Math.min(height - 1, y + radius) * width;
    // The window's second block can lie entirely below the last row.
    if (blockOf(y + radius) > blockOf(height - 1)) target.set(toEnd.subarray(above, above + width), start);
    else for (let x = 0; x < width; x++) target[start + x] = Math.min(toEnd[above + x], fromStart[below + x]);
  }
  return target;
}

/**
 * Writes row `y` of `least`: the minimum of the data's row and row `other` of `least`, or the data's row if `other` is
 * −1.
 */
function minOfTwo(least: Float32Array, data: Float32Array, y: number, other: number, width: number): void {
  const start = y * width;
  if (other < 0) {
    for (let i = start; i < start + width; i++) least[i] = data[i];
    return;
  }
  const step = (other - y) * width;
  for (let i = start; i < start + width; i++) least[i] = least[i + step] < data[i] ? least[i + step] : data[i];
}
