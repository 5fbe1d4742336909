import { type Copy, columnsBeside } from "../../../../ops/index.ts";
import { brightestSurface, darkestSurface, goesOn, leastSurface } from "./dark-paint-params.ts";

/** Surfaces of the picture: a number for every pixel, −1 where there is none, and how many pixels each has. */
export interface Labels {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

/** Joins smooth pixels that touch; small surfaces are dropped. */
export function labelSurfaces(copy: Copy, luma: Float32Array): Labels {
  const open = smoothPixels(copy, luma);
  const labels = new Int32Array(luma.length).fill(-1);
  const sizes: number[] = [];
  const queue = new Int32Array(luma.length);
  const neighbours = new Int32Array(4);
  for (let first = 0; first < open.length; first++) {
    if (open[first] === 0) continue;
    open[first] = 0;
    queue[0] = first;
    let size = 1;
    for (let next = 0; next < size; next++) {
      const count = neighboursOf(copy, queue[next], neighbours);
      for (let k = 0; k < count; k++) {
        if (open[neighbours[k]] === 0) continue;
        open[neighbours[k]] = 0;
        queue[size++] = neighbours[k];
      }
    }
    if (size < leastSurface * luma.length) continue;
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
      if (luma[at] < darkestSurface || luma[at] > brightestSurface) continue;
      const [left, right] = columnsBeside(x, width, wrapX);
      const across = Math.abs(luma[y * width + right] - luma[y * width + left]);
      const down = Math.abs(luma[below + x] - luma[above + x]);
      if (Math.max(across, down) < 2 * goesOn * (luma[at] + 0.06)) open[at] = 1;
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
  const neighbours = new Int32Array(4);
  const reachFrom = (from: number) => {
    const count = neighboursOf(copy, from, neighbours);
    for (let k = 0; k < count; k++) {
      if (nearest[neighbours[k]] >= 0) continue;
      nearest[neighbours[k]] = nearest[from];
      queue[end++] = neighbours[k];
    }
  };
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) reachFrom(i);
  let next = 0;
  for (let step = 1; step < reach; step++) for (const stop = end; next < stop; next++) reachFrom(queue[next]);
  return nearest;
}

/** The four pixels that touch one, fewer at edges: how many, the first in `neighbours`. */
function neighboursOf({ width, height, wrapX }: Copy, at: number, neighbours: Int32Array): number {
  const y = (at / width) | 0;
  const x = at - y * width;
  const row = at - x;
  let count = 0;
  const left = x > 0 ? x - 1 : wrapX ? width - 1 : x;
  const right = x + 1 < width ? x + 1 : wrapX ? 0 : x;
  if (left !== x) neighbours[count++] = row + left;
  if (right !== x) neighbours[count++] = row + right;
  if (y > 0) neighbours[count++] = at - width;
  if (y < height - 1) neighbours[count++] = at + width;
  return count;
}
