import { boxMean } from "../../../ops/index.ts";
import { toe } from "../exposure.ts";
import { ramp } from "../ramp.ts";
import { anchorFor, type RoomCurve, roomCurveOf } from "../room-curve.ts";
import type { Surfaces } from "../surfaces.ts";
import type { Copy } from "../view-mean.ts";
import type { HouseSetting } from "./solve-house.ts";

/** Distance of log chromaticities within which a pixel may be of a paint. */
const paintReach = 0.09;

/**
 * How surely each pixel of the small copy shows coloured paint, 0 to 1: nearer to a paint of the room than to any of
 * its whites.
 */
export function findPaint(samples: Float32Array, { whites, paints }: HouseSetting): Float32Array {
  const distance = (i: number, { red, blue }: { readonly red: number; readonly blue: number }) =>
    Math.hypot(samples[3 * i] - red, samples[3 * i + 1] - blue);
  return Float32Array.from({ length: samples.length / 3 }, (_, i) => {
    const toPaint = Math.min(paintReach, ...paints.map((paint) => distance(i, paint)));
    return toPaint < paintReach && whites.every((white) => distance(i, white) > toPaint) ? 1 : 0;
  });
}

/** What becomes neutral, let go where paint is. */
export function keepPaint({ width, height, wrapX }: Copy, neutral: Float32Array, paint: Float32Array): Float32Array {
  const soft = boxMean({ width, height, data: paint }, 2, wrapX);
  return neutral.map((spread, i) => spread * (1 - soft[i]));
}

/**
 * Distance from the light's colour within which a surface is white, and how far from the level of pale ones its
 * brightness may lie.
 */
const whiteWidth = 0.08;
const [darkest, brightest] = [0.45, 1.35];

/** The eye compares walls: what a pixel of the upper quarter, mostly ceiling, weighs. */
const upperWeight = 0.35;

/** The median display value of white surfaces; `level` is that of pale ones. */
export function whiteMedian({ samples, red, blue }: Surfaces, luma: Float32Array, level: number): number {
  const bins = new Float64Array(512);
  let total = 0;
  const upper = luma.length / 4;
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] < darkest * level || luma[i] > brightest * level) continue;
    const [r, b] = [samples[3 * i] - red, samples[3 * i + 1] - blue];
    const smooth = samples[3 * i + 2] / Math.max(1e-4, luma[i] ** 2);
    const weight = (i < upper ? upperWeight : 1) * smooth * Math.exp(-(r * r + b * b) / (2 * whiteWidth * whiteWidth));
    bins[Math.min(511, Math.floor(luma[i] * 512))] += weight;
    total += weight;
  }
  if (total < 0.01 * luma.length) return level;
  let [below, bin] = [0, 0];
  while (bin < 511 && below + bins[bin] < total / 2) below += bins[bin++];
  return (bin + (total / 2 - below) / Math.max(1e-9, bins[bin])) / 512;
}

/** A level this far away makes the whole curve due. */
const dueDistance = 0.025;

/** The most that a curve of full need is asked for, display value. */
const mostWanted = 0.81;

/** White surfaces this bright begin to clip, and do; what is lost there cannot come down without showing. */
const clippedWhite = [0.86, 0.95] as const;

/** The room's curve with white surfaces brought to the level of the house. */
export function curveToLevel(plan: RoomCurve, white: number, level: number): RoomCurve {
  const before = roomCurveOf(plan)(white);
  const due = Math.min(1, Math.abs(before - level) / dueDistance) * ramp(-white, -clippedWhite[1], -clippedWhite[0]);
  const need = Math.max(plan.need, due);
  // What the curve of full need has to give, so that the mixed one comes to the level.
  const wanted = Math.min(mostWanted, Math.max(0.3, (level - (1 - need) * white) / Math.max(0.05, need)));
  return { ...plan, need, anchor: anchorFor(toe(white, plan.black), need > 0 ? wanted : level, plan.steeper) };
}
