import { columnsBeside } from "./sphere.ts";
import type { Copy } from "./view-mean.ts";

/** Gradient (display values a pixel over the value itself) below which a surface goes on. */
const smoothStep = 0.06;

/** Display values that tell a surface: below lies noise, above clipping. */
const [darkest, clipped] = [0.06, 0.95];

/** The least surface, as a share of the picture. */
const leastShare = 0.004;

/** Surfaces of the picture: a number for every pixel, −1 where there is none, and how many pixels each has. */
export interface Labels {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

/** Joins smooth pixels that touch; small surfaces are left out. */
export function labelSurfaces(copy: Copy, luma: Float32Array): Labels {
  const open = smoothPixels(copy, luma);
  const labels = new Int32Array(luma.length).fill(-1);
  const sizes: number[] = [];
  const queue = new Int32Array(luma.length);
  for (let first = 0; first < open.length; first++) {
    if (open[first] === 0) continue;
    open[first] = 0;
    queue[0] = first;
    let size = 1;
    for (let next = 0; next < size; next++) {
      forNeighbours(copy, queue[next], (at) => {
        if (open[at] === 0) return;
        open[at] = 0;
        queue[size++] = at;
      });
    }
    if (size < leastShare * luma.length) continue;
    for (let i = 0; i < size; i++) labels[queue[i]] = sizes.length;
    sizes.push(size);
  }
  return { labels, sizes };
}

function smoothPixels({ width, height, wrapX }: Copy, luma: Float32Array): Uint8Array {
  const open = new Uint8Array(luma.length);
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width];
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (luma[at] < darkest || luma[at] > clipped) continue;
      const [left, right] = columnsBeside(x, width, wrapX);
      const across = Math.abs(luma[y * width + right] - luma[y * width + left]);
      const down = Math.abs(luma[below + x] - luma[above + x]);
      if (Math.max(across, down) < 2 * smoothStep * (luma[at] + 0.06)) open[at] = 1;
    }
  }
  return open;
}

/** For every pixel within `reach` steps of a surface the nearest pixel of one, itself on a surface; else −1. */
export function nearestSurface(copy: Copy, labels: Int32Array, reach: number): Int32Array {
  const nearest = labels.map((label, i) => (label < 0 ? -1 : i));
  const queue = new Int32Array(labels.length);
  let end = 0;
  // Pixels without a surface, in the order in which they were reached; first those that touch one.
  const reachFrom = (from: number) =>
    forNeighbours(copy, from, (at) => {
      if (nearest[at] >= 0) return;
      nearest[at] = nearest[from];
      queue[end++] = at;
    });
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) reachFrom(i);
  let next = 0;
  for (let step = 1; step < reach; step++) for (const stop = end; next < stop; next++) reachFrom(queue[next]);
  return nearest;
}

/** The four pixels that touch one. */
function forNeighbours({ width, height, wrapX }: Copy, at: number, visit: (at: number) => void): void {
  const y = (at / width) | 0;
  const x = at - y * width;
  const [left, right] = columnsBeside(x, width, wrapX);
  if (left !== x) visit(y * width + left);
  if (right !== x) visit(y * width + right);
  if (y > 0) visit(at - width);
  if (y < height - 1) visit(at + width);
}
