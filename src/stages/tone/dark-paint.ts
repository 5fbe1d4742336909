import { boxMean } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { runningLeast } from "./running-least.ts";
import { labelSurfaces, nearestSurface } from "./smooth-surfaces.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Copy } from "./view-mean.ts";

/** Display value beyond which a thing is a lamp or a window. */
const lamp = 0.9;

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

/**
 * Times its display value from which another grey surface is lighter, and shares of the picture between which such
 * surfaces tell that the room has lighter paint.
 */
const lighter = 1.3;
const [lighterFrom, lighterTo] = [0.02, 0.05];

interface SurfaceEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
}

/**
 * How surely each pixel of the small copy is dark of itself, and not because it lies in the shade: 0 to 1. Small and
 * narrow white things (skirtings, cornices, switches, frames) stand in the same light as the surface that they are
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
      other.luma > lighter * surface.luma && other.luma < lamp && isGrey(other.red, other.blue, light);
    const rest = found.reduce((sum, other) => sum + (isLighter(other) ? other.size : 0), 0) / luma.length;
    const isWall = ramp(surface.above / surface.size, wallFrom, wallTo) * ramp(rest, lighterFrom, lighterTo);
    return isWall * ramp(share, shareFrom, shareTo) * ramp(length, lengthFrom, lengthTo);
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
  const nearest = nearestSurface(copy, labels, Math.max(1, Math.round(longer * reachShare)));
  const rises = whiteTopHat(copy, luma);
  for (let i = 0; i < luma.length; i++) {
    const source = nearest[i];
    if (source < 0 || source === i || luma[i] > lamp) continue;
    const own = Math.max(0.05, smooth[source]);
    const stands = rises[i] > Math.max(leastRise, 0.5 * (luma[i] - own)) && luma[i] > brighter * own;
    if (!stands || !isGrey(light.samples[3 * i], light.samples[3 * i + 1], light)) continue;
    const surface = found[labels[source]];
    surface.brighter++;
    if (luma[i] > otherPaint * own) surface.otherPaint++;
  }
}

function isGrey(red: number, blue: number, light: Surfaces): boolean {
  return Math.abs(red - light.red) < greyWidth && Math.abs(blue - light.blue) < greyWidth;
}

/** What rises above the least of a window that it does not fill: the plane less its opening (Serra 1982). */
function whiteTopHat({ width, height, wrapX }: Copy, data: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round((Math.max(width, height) * fittingShare) / 2));
  const least = runningLeast({ width, height, data }, radius, wrapX);
  const opened = runningLeast({ width, height, data: least.map((value) => 1 - value) }, radius, wrapX);
  return data.map((value, i) => value - (1 - opened[i]));
}
