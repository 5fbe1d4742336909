import { boxMean, type Copy, ramp, runningLeast } from "../../../../ops/index.ts";
import {
  brighterFitting,
  broadestFitting,
  fittingLengthFrom,
  fittingLengthTo,
  fittingReach,
  fittingReachOfGrey,
  fittingShareFrom,
  fittingShareTo,
  lampLevel,
  leastRise,
  lighterFrom,
  lighterPaint,
  lighterTo,
  otherPaintFrom,
  wallFrom,
  wallTo,
  woodFrom,
  woodTo,
} from "./dark-paint-params.ts";
import { labelSurfaces, nearestSurface } from "./smooth-surfaces.ts";
import type { Surfaces } from "./surfaces.ts";

interface SurfaceEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
}

/**
 * How certain it is that a pixel of the small copy is dark itself, and not because it is in the shade: 0 to 1. Small
 * and narrow white things (skirtings, cornices, switches, frames) are in the same light as the surface that they are
 * fixed to. Where they are far brighter than it, and the room has lighter surfaces, it is painted dark; in the shade
 * both are dark. Windows, lamps and neighbouring rooms are too large or too bright to be fittings.
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
      other.luma > lighterPaint * surface.luma && other.luma < lampLevel && isGrey(other.red, other.blue, light);
    const rest = found.reduce((sum, other) => sum + (isLighter(other) ? other.size : 0), 0) / luma.length;
    const isWall = ramp(surface.above / surface.size, wallFrom, wallTo) * ramp(rest, lighterFrom, lighterTo);
    return isWall * ramp(share, fittingShareFrom, fittingShareTo) * ramp(length, fittingLengthFrom, fittingLengthTo);
  });
  return luma.map((_, i) => {
    if (labels[i] < 0 || sureness[labels[i]] === 0) return 0;
    const warmth = (light.samples[3 * i] - light.red - (light.samples[3 * i + 1] - light.blue)) / 2;
    return sureness[labels[i]] * (1 - ramp(warmth, woodFrom, woodTo));
  });
}

/** A surface of the picture: its pixels, how many lie in the upper half, its mean luma and log chromaticity. */
interface Surface {
  readonly size: number;
  readonly above: number;
  readonly luma: number;
  readonly red: number;
  readonly blue: number;
  /** Pixels of fittings round it that are brighter, and of those that are another paint. */
  brighter: number;
  otherPaint: number;
}

/** Counts the fittings round every surface. */
function countFittings(
  copy: Copy,
  { luma, surfaces: light }: SurfaceEvidence,
  { smooth, labels, found }: { smooth: Float32Array; labels: Int32Array; found: readonly Surface[] },
): void {
  const longer = Math.max(copy.width, copy.height);
  const nearest = nearestSurface(copy, labels, Math.max(1, Math.round(longer * fittingReach)));
  const rises = whiteTopHat(copy, luma);
  for (let i = 0; i < luma.length; i++) {
    const source = nearest[i];
    if (source < 0 || source === i || luma[i] > lampLevel) continue;
    const own = Math.max(0.05, smooth[source]);
    const stands = rises[i] > Math.max(leastRise, 0.5 * (luma[i] - own)) && luma[i] > brighterFitting * own;
    if (!stands || !isGrey(light.samples[3 * i], light.samples[3 * i + 1], light)) continue;
    const surface = found[labels[source]];
    surface.brighter++;
    if (luma[i] > otherPaintFrom * own) surface.otherPaint++;
  }
}

function isGrey(red: number, blue: number, light: Surfaces): boolean {
  return Math.abs(red - light.red) < fittingReachOfGrey && Math.abs(blue - light.blue) < fittingReachOfGrey;
}

/** What rises above the least of a window that it does not fill: the plane less its opening (Serra 1982). */
function whiteTopHat({ width, height, wrapX }: Copy, data: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round((Math.max(width, height) * broadestFitting) / 2));
  const least = runningLeast({ width, height, data }, radius, wrapX);
  const opened = runningLeast({ width, height, data: least.map((value) => 1 - value) }, radius, wrapX);
  return data.map((value, i) => value - (1 - opened[i]));
}
