import type { Plane } from "./ssim.ts";

/** Mean over (2r + 1)² windows, cut at the border, periodic in x with `wrapX`; running sums, so the radius costs nothing. */
export function boxMean(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  const { width, height, data } = plane;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y++) meanAlongRow(data, y * width, width, radius, wrapX, rows);
  const result = new Float32Array(width * height);
  const sums = new Float64Array(width);
  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0; x < width; x++) sums[x] += sign * rows[y * width + x];
  };
  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1);
    if (y - radius - 1 >= 0) addRow(y - radius - 1, -1);
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    for (let x = 0; x < width; x++) result[y * width + x] = sums[x] / count;
  }
  return result;
}

function meanAlongRow(
  source: Float32Array,
  start: number,
  width: number,
  radius: number,
  wrapX: boolean,
  target: Float32Array,
): void {
  const reach = wrapX ? Math.min(radius, (width - 1) >> 1) : radius;
  const at = (x: number) => source[start + (x < 0 ? x + width : x < width ? x : x - width)];
  let sum = 0;
  let count = 0;
  for (let x = -reach; x < reach; x++) {
    if (!wrapX && (x < 0 || x >= width)) continue;
    sum += at(x);
    count++;
  }
  for (let x = 0; x < width; x++) {
    if (wrapX || x + reach < width) {
      sum += at(x + reach);
      count++;
    }
    target[start + x] = sum / count;
    if (wrapX || x - reach >= 0) {
      sum -= at(x - reach);
      count--;
    }
  }
}
