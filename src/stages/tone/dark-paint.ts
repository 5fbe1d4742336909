import { boxMean } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { runningLeast } from "./running-least.ts";
import { columnsBeside } from "./sphere.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Copy } from "./view-mean.ts";

/** Gradient (display values a pixel over the value itself) below which a surface goes on. */
const smoothStep = 0.06;

/** Display values that tell a surface: below lies noise, above clipping; what is brighter than `light` is a light. */
const [darkest, clipped, light] = [0.06, 0.95, 0.9];

/** The least surface, as a share of the picture. */
const leastShare = 0.004;

/** How far round a surface its fittings lie, and how broad they are at most: shares of the longer edge. */
const reachShare = 1 / 64;
const fittingShare = 1 / 40;

/**
 * A fitting stands out by half of its step from the surface and by this display value; its logs of R/G and B/G are this
 * near to the light's.
 */
const leastRise = 0.04;
const greyWidth = 0.35;

/** Times the surface's display value from which a fitting is brighter, and from which it is another paint. */
const [brighter, otherPaint] = [1.15, 2];

/** Share of the fittings that must be another paint, and how long they are, in edges of a square of the same area. */
const [shareFrom, shareTo] = [0.25, 0.4];
const [lengthFrom, lengthTo] = [0.25, 0.5];

/** Warmth beyond the light's (half of log(R/B) of display values) from which a surface may be wood, and surely is. */
const [woodFrom, woodTo] = [0.04, 0.12];

/** Share of a surface in the upper half from which it may be a wall, and surely is: floors lie below the horizon. */
const [wallFrom, wallTo] = [0.1, 0.3];

interface SurfaceEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
}

/**
 * How surely each pixel of the small copy is dark of itself, and not because it lies in the shade: 0 to 1. Small and
 * narrow white things (skirtings, cornices, switches, frames) stand in the same light as the surface that they are
 * fixed to. Where they are far brighter than it, it is painted dark; in the shade both are dark. Windows, lamps and
 * neighbouring rooms are too large or too bright to be fittings.
 */
export function findDarkPaint(copy: Copy, { luma, surfaces: { samples, red, blue } }: SurfaceEvidence): Float32Array {
  const { width, height } = copy;
  const smooth = boxMean({ width, height, data: luma }, 1, copy.wrapX);
  const found = labelSurfaces(copy, smooth);
  const nearest = nearestSurface(copy, found.labels, Math.max(1, Math.round(Math.max(width, height) * reachShare)));
  const rises = whiteTopHat(copy, luma);
  const counts = found.sizes.map(() => ({ brighter: 0, otherPaint: 0, above: 0 }));
  for (let i = 0; i < luma.length; i++) {
    const source = nearest[i];
    if (source === i && i < luma.length / 2) counts[found.labels[i]].above++;
    if (source < 0 || source === i || luma[i] > light) continue;
    const own = Math.max(0.05, smooth[source]);
    const isFitting = rises[i] > Math.max(leastRise, 0.5 * (luma[i] - own)) && luma[i] > brighter * own;
    const isGrey = Math.abs(samples[3 * i] - red) < greyWidth && Math.abs(samples[3 * i + 1] - blue) < greyWidth;
    if (!isFitting || !isGrey) continue;
    const count = counts[found.labels[source]];
    count.brighter++;
    if (luma[i] > otherPaint * own) count.otherPaint++;
  }
  const sureness = counts.map((count, label) => {
    const length = count.otherPaint / Math.sqrt(found.sizes[label]);
    const share = count.otherPaint / Math.max(1, count.brighter);
    const wall = ramp(count.above / found.sizes[label], wallFrom, wallTo);
    return wall * ramp(share, shareFrom, shareTo) * ramp(length, lengthFrom, lengthTo);
  });
  return luma.map((_, i) => {
    if (nearest[i] !== i) return 0;
    const warmth = (samples[3 * i] - red - (samples[3 * i + 1] - blue)) / 2;
    return sureness[found.labels[i]] * (1 - ramp(warmth, woodFrom, woodTo));
  });
}

/** What rises above the least of a window that it does not fill: the plane less its opening (Serra 1982). */
function whiteTopHat({ width, height, wrapX }: Copy, data: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round((Math.max(width, height) * fittingShare) / 2));
  const least = runningLeast({ width, height, data }, radius, wrapX);
  const opened = runningLeast({ width, height, data: least.map((value) => 1 - value) }, radius, wrapX);
  return data.map((value, i) => value - (1 - opened[i]));
}

/** Surfaces of the picture: a number for every pixel, −1 where there is none, and how many pixels each has. */
interface Labels {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

/** Joins smooth pixels that touch; small surfaces are left out. */
function labelSurfaces(copy: Copy, luma: Float32Array): Labels {
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
function nearestSurface(copy: Copy, labels: Int32Array, reach: number): Int32Array {
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
