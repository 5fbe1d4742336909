import type { Plane } from "./ssim.ts";

/**
 * The minimum within `radius` pixels of every pixel along both axes; values are at most 1. Every window of 2 × radius +
 * 1 values spans two blocks of the same length: the end of one and the start of the next (van Herk 1992; Gil & Werman
 * 1993).
 */
export function runningLeast(plane: Plane, radius: number, wrapX: boolean): Float32Array {
  return leastOfRows({ ...plane, data: leastAlongRows(plane, radius, wrapX) }, radius);
}

/** The minimum along rows; with `wraps` their ends meet. */
function leastAlongRows({ width, height, data }: Plane, radius: number, wraps: boolean): Float32Array {
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
function leastOfRows({ width, height, data }: Plane, radius: number): Float32Array {
  const target = new Float32Array(data.length);
  const window = 2 * radius + 1;
  const [fromStart, toEnd] = [new Float32Array(data.length), new Float32Array(data.length)];
  // Blocks are placed as if `radius` rows preceded the first.
  for (let y = 0; y < height; y++) leastOfTwo(fromStart, data, y, (y + radius) % window === 0 ? -1 : y - 1, width);
  for (let y = height - 1; y >= 0; y--) {
    const isLast = (y + radius + 1) % window === 0;
    leastOfTwo(toEnd, data, y, isLast || y + 1 === height ? -1 : y + 1, width);
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
function leastOfTwo(least: Float32Array, data: Float32Array, y: number, other: number, width: number): void {
  const start = y * width;
  if (other < 0) {
    for (let i = start; i < start + width; i++) least[i] = data[i];
    return;
  }
  const step = (other - y) * width;
  for (let i = start; i < start + width; i++) least[i] = least[i + step] < data[i] ? least[i + step] : data[i];
}
