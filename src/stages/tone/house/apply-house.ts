import { ramp, type SceneContent } from "../../../ops/index.ts";
import { toe } from "../curves/exposure.ts";
import { anchorFor, type RoomCurve, roomCurveOf } from "../curves/room-curve.ts";
import {
  brightestWhite,
  clippedWhite,
  darkestWhite,
  dueDistance,
  mostWanted,
  upperWeight,
  whiteWidth,
} from "./params.ts";

/** The median display value of white surfaces. */
export function whiteMedian({ samples, paint, red, blue, level }: SceneContent, luma: Float32Array): number {
  const bins = new Float64Array(512);
  let total = 0;
  const upper = luma.length / 4;
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] < darkestWhite * level || luma[i] > brightestWhite * level) continue;
    const [r, b] = [samples[3 * i] - red, samples[3 * i + 1] - blue];
    const smooth = ((1 - paint[i]) * samples[3 * i + 2]) / Math.max(1e-4, luma[i] ** 2);
    const weight = (i < upper ? upperWeight : 1) * smooth * Math.exp(-(r * r + b * b) / (2 * whiteWidth * whiteWidth));
    bins[Math.min(511, Math.floor(luma[i] * 512))] += weight;
    total += weight;
  }
  if (total < 0.01 * luma.length) return level;
  let [below, bin] = [0, 0];
  while (bin < 511 && below + bins[bin] < total / 2) below += bins[bin++];
  return (bin + (total / 2 - below) / Math.max(1e-9, bins[bin])) / 512;
}

/** The room's curve with white surfaces brought to the level of the house. */
export function curveToLevel(plan: RoomCurve, white: number, level: number): RoomCurve {
  const before = roomCurveOf(plan)(white);
  const due = Math.min(1, Math.abs(before - level) / dueDistance) * ramp(-white, -clippedWhite[1], -clippedWhite[0]);
  const need = Math.max(plan.need, due);
  // What the curve of full need has to give, so that the mixed one comes to the level.
  const wanted = Math.min(mostWanted, Math.max(0.3, (level - (1 - need) * white) / Math.max(0.05, need)));
  return { ...plan, need, anchor: anchorFor(toe(white, plan.black), need > 0 ? wanted : level, plan.steeper) };
}
