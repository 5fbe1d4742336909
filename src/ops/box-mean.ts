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
  const means = mean(plane.map((value, i) => value * weights[i]));
  return means.map((value, i) => value / Math.max(1e-6, all[i]));
}
