import { boxMean, type Copy, columnsBeside, ramp, runningLeast } from "../../../../ops/index.ts";
import { darkWalls, fittings, smooth as smoothness } from "./dark-paint-params.ts";
import type { Surfaces } from "./surfaces.ts";

interface SurfaceEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
}

/**
 * How certain it is that a pixel of the small copy shows dark paint and not shade: 0 to 1. Small and narrow white
 * things (skirtings, cornices, switches, frames) are in the same light as the surface that they are fixed to. If they
 * are far brighter than the surface, and the room has lighter surfaces, the surface is painted dark; in the shade both
 * are dark. Windows, lamps and neighbouring rooms are too large or too bright to be fittings.
 */
export function findDarkPaint(copy: Copy, evidence: SurfaceEvidence): Float32Array {
  const { luma, surfaces: light } = evidence;
  const smooth = boxMean({ ...copy, data: luma }, 1, copy.wrapX);
  const { labels, sizes } = labelSurfaces(copy, smooth);
  const found = sizes.map((size) => ({ size, above: 0, luma: 0, red: 0, blue: 0, brighter: 0, otherPaint: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue;
    const surface = found[labels[i]];
    if (i < labels.length / 2) surface.above++;
    surface.luma += luma[i] / surface.size;
    surface.red += light.samples[3 * i] / surface.size;
    surface.blue += light.samples[3 * i + 1] / surface.size;
  }
  countFittings(copy, evidence, { smooth, labels, found });
  const sureness = found.map((surface) => {
    const length = surface.otherPaint / Math.sqrt(surface.size);
    const share = surface.otherPaint / Math.max(1, surface.brighter);
    const isLighter = (other: Surface) =>
      other.luma > darkWalls.lighterPaint * surface.luma &&
      other.luma < fittings.lampLevel &&
      isGrey(other.red, other.blue, light);
    const rest = found.reduce((sum, other) => sum + (isLighter(other) ? other.size : 0), 0) / luma.length;
    const isWall =
      ramp(surface.above / surface.size, darkWalls.wallFrom, darkWalls.wallTo) *
      ramp(rest, darkWalls.lighterFrom, darkWalls.lighterTo);
    return (
      isWall * ramp(share, fittings.shareFrom, fittings.shareTo) * ramp(length, fittings.lengthFrom, fittings.lengthTo)
    );
  });
  return luma.map((_, i) => {
    if (labels[i] < 0 || sureness[labels[i]] === 0) return 0;
    const warmth = (light.samples[3 * i] - light.red - (light.samples[3 * i + 1] - light.blue)) / 2;
    return sureness[labels[i]] * (1 - ramp(warmth, darkWalls.woodFrom, darkWalls.woodTo));
  });
}

/**
 * A surface of the picture: its number of pixels, how many of them are in the upper half, its mean luma and log
 * chromaticity.
 */
interface Surface {
  readonly size: number;
  readonly above: number;
  readonly luma: number;
  readonly red: number;
  readonly blue: number;
  /** Pixels of the brighter fittings around it, and of those with another paint. */
  brighter: number;
  otherPaint: number;
}

/** Counts the fittings around every surface. */
function countFittings(
  copy: Copy,
  { luma, surfaces: light }: SurfaceEvidence,
  { smooth, labels, found }: { smooth: Float32Array; labels: Int32Array; found: readonly Surface[] },
): void {
  const longer = Math.max(copy.width, copy.height);
  const nearest = nearestSurface(copy, labels, Math.max(1, Math.round(longer * fittings.reach)));
  const rises = whiteTopHat(copy, luma);
  for (let i = 0; i < luma.length; i++) {
    const source = nearest[i];
    if (source < 0 || source === i || luma[i] > fittings.lampLevel) continue;
    const own = Math.max(0.05, smooth[source]);
    const stands = rises[i] > Math.max(fittings.minRise, 0.5 * (luma[i] - own)) && luma[i] > fittings.brighter * own;
    if (!stands || !isGrey(light.samples[3 * i], light.samples[3 * i + 1], light)) continue;
    const surface = found[labels[source]];
    surface.brighter++;
    if (luma[i] > fittings.otherPaintFrom * own) surface.otherPaint++;
  }
}

function isGrey(red: number, blue: number, light: Surfaces): boolean {
  return Math.abs(red - light.red) < fittings.reachOfGrey && Math.abs(blue - light.blue) < fittings.reachOfGrey;
}

/**
 * White top-hat: the plane minus its morphological opening (Serra 1982), which keeps only what is narrower than the
 * window.
 */
function whiteTopHat({ width, height, wrapX }: Copy, data: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round((Math.max(width, height) * fittings.broadest) / 2));
  const least = runningLeast({ width, height, data }, radius, wrapX);
  const opened = runningLeast({ width, height, data: least.map((value) => 1 - value) }, radius, wrapX);
  return data.map((value, i) => value - (1 - opened[i]));
}

/**
 * Surfaces of the picture: the index of its surface for every pixel (−1 for none), and the number of pixels of each.
 */
interface Labels {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

/** Joins smooth pixels that touch; small surfaces are dropped. */
function labelSurfaces(copy: Copy, luma: Float32Array): Labels {
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
    if (size < smoothness.minSurface * luma.length) continue;
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
      if (luma[at] < smoothness.darkestSurface || luma[at] > smoothness.brightestSurface) continue;
      const [left, right] = columnsBeside(x, width, wrapX);
      const across = Math.abs(luma[y * width + right] - luma[y * width + left]);
      const down = Math.abs(luma[below + x] - luma[above + x]);
      if (Math.max(across, down) < 2 * smoothness.goesOn * (luma[at] + 0.06)) open[at] = 1;
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

/** Writes the pixels that touch one into `neighbours`: four, fewer at edges. Returns how many. */
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
