import type { Plane } from "./ssim.ts";

/**
 * Mean over (2r + 1)² windows, cut at the border, periodic in x with `wrapX`; running sums, so the radius costs
 * nothing.
 */
export function boxMean(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  const { width, height, data } = plane;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    if (wrapX) meanAroundRow(data, y * width, width, radius, rows);
    else meanAlongRow(data, y * width, width, radius, rows);
  }
  const result = new Float32Array(width * height);
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(radius, height); y++) addRow(rows, y * width, sums);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(rows, (y + radius) * width, sums);
    if (y - radius - 1 >= 0) subtractRow(rows, (y - radius - 1) * width, sums);
    const perCount = 1 / (Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1);
    const start = y * width;
    for (let x = 0; x < width; x++) result[start + x] = sums[x] * perCount;
  }
  return result;
}

function addRow(rows: Float32Array, start: number, sums: Float64Array): void {
  for (let x = 0; x < sums.length; x++) sums[x] += rows[start + x];
}

function subtractRow(rows: Float32Array, start: number, sums: Float64Array): void {
  for (let x = 0; x < sums.length; x++) sums[x] -= rows[start + x];
}

function meanAlongRow(source: Float32Array, start: number, width: number, radius: number, target: Float32Array): void {
  const end = start + width;
  let sum = 0;
  for (let i = start; i < Math.min(end, start + radius); i++) sum += source[i];
  for (let i = start; i < end; i++) {
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
