import { type Copy, ramp } from "../../../../ops/index.ts";
import {
  blackFrom,
  blackTo,
  brightestPaint,
  brightestPaintWidth,
  greyWidth,
  levelPasses,
  limitFrom,
  limitTo,
  paleWidth,
  shadeFrom,
  shadeTo,
} from "./params.ts";
import type { Surfaces } from "./surfaces.ts";

/**
 * Pale surfaces: `level`, their display value in good light; how surely each pixel belongs to one; and the planes
 * derived from both.
 */
interface Pale {
  readonly level: number;
  readonly pale: Float32Array;
  readonly grey: Float32Array;
  readonly limiting: Float32Array;
}

/**
 * Finds pale surfaces by smoothness and by their distance from the light's colour. The level is their mean, in which
 * bright ones weigh most; each pass drops windows and lamps, which are far brighter. `dark` says how surely a pixel is
 * painted dark, `inside` how surely it belongs to the room and not to a window or a lamp.
 */
export function findPale(
  { width }: Copy,
  luma: Float32Array,
  surfaces: Surfaces,
  { dark, inside }: { readonly dark: Float32Array; readonly inside: Float32Array },
): Pale {
  const { samples, areas, red, blue } = surfaces;
  const pale = new Float32Array(luma.length);
  const grey = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const distance = (samples[3 * i] - red) ** 2 + (samples[3 * i + 1] - blue) ** 2;
    grey[i] = (1 - dark[i]) * Math.exp(-distance / (2 * greyWidth ** 2));
    if (samples[3 * i + 2] === 0) continue;
    const smoothness = samples[3 * i + 2] / Math.max(1e-4, luma[i] ** 2);
    pale[i] = inside[i] * smoothness * Math.exp(-distance / (2 * paleWidth ** 2));
  }
  let level = 1;
  for (let pass = 0; pass < levelPasses; pass++) {
    let [sum, weights] = [1e-9, 1e-9];
    for (let i = 0; i < luma.length; i++) {
      const isPaint = pass === 0 ? 1 : luma[i] ** 3 * paintShare(luma[i] / level);
      const weight = pale[i] * isPaint * (areas ? areas[Math.floor(i / width)] : 1);
      sum += weight * luma[i];
      weights += weight;
    }
    level = weights > 1e-6 ? sum / weights : 0.5;
  }
  for (let i = 0; i < luma.length; i++)
    pale[i] *= paintShare(luma[i] / level) * ramp(luma[i] / level, shadeFrom, shadeTo);
  const limiting = luma.map((value) =>
    Math.max(ramp(value / level, limitFrom, limitTo), 1 - ramp(value / level, blackTo, blackFrom)),
  );
  return { level, pale, grey, limiting };
}

/** How surely something is paint, by its ratio to the level: 0 if it is so bright that it must be a light. */
function paintShare(share: number): number {
  return ramp(-share, -brightestPaint, brightestPaintWidth - brightestPaint);
}
