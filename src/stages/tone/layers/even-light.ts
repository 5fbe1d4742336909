import { type Copy, guidedCoefficients, type SceneContent } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { evening, foreground } from "../params.ts";
import { clearBrightness } from "./clear-veils.ts";
import { liftedBrightness } from "./lifted-brightness.ts";
import { expandField, type Field, smoothField } from "./smooth-field.ts";

/**
 * Evens out the falloff of light over the pale surfaces of a room and, to a smaller part, over all grey surfaces: a
 * slope at black for every pixel. Dark paint and wood do not count, so that a dark wall is not mistaken for a badly lit
 * one.
 */
export const evenLight: Layer = ({ copy, small, content, options, room }, plan) => {
  const { level, glare } = content;
  const amount = options.toneStrength * options.autoExposure * room * Math.max(0, 1 - evening.glareRestraint * glare);
  const { columns, rows, values } = fieldOfLight(copy, clearBrightness(small.data, plan.bright, plan.veils), content);
  const field = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    const lift =
      (level / values[i]) ** (evening.evenness * amount) * (level / values[i + 1]) ** (evening.allEvenness * amount);
    field[i] = Math.min(evening.mostLift, Math.max(evening.minLift, lift));
  }
  const expanded = expandField({ columns, rows, values: field }, copy.width, copy.height, copy.wrapX);
  return { lifts: plan.lifts.map((lift, i) => lift * expanded[2 * i]) };
};

/**
 * Field of light, two display values for each cell: that of pale surfaces nearby, in which brighter ones count more,
 * and that of all grey surfaces nearby. Where there are few of either, it approaches the level.
 */
function fieldOfLight(
  { width, height, wrapX }: Copy,
  bright: Float32Array,
  { pale, grey, level }: SceneContent,
): Field {
  const [fourth, sure, all] = [0, 1, 2].map(() => new Float32Array(3 * bright.length));
  for (let i = 0; i < bright.length; i++) {
    const at = 3 * i;
    const cube = bright[i] ** 3;
    fourth[at] = bright[i] * cube;
    fourth[at + 1] = cube;
    fourth[at + 2] = pale[i];
    sure[at] = 1;
    sure[at + 2] = pale[i];
    all[at] = Math.min(0, bright[i] - level);
    all[at + 2] = grey[i];
  }
  const [powers, sureness, whole] = [fourth, sure, all].map((samples) => smoothField(samples, width, height, wrapX));
  const values = new Float32Array(powers.values.length);
  for (let i = 0; i < values.length; i += 2) {
    const near = powers.values[i] / Math.max(1e-9, powers.values[i + 1]);
    values[i] = Math.max(evening.minLight, level + (near - level) * sureness.values[i]);
    values[i + 1] = Math.max(evening.minLight, level + whole.values[i]);
  }
  return { ...powers, values };
}

/**
 * Lifts dark parts in front of a bright sky. Parts as bright as the sky stay, so that the sky keeps its tones. The base
 * is edge-preserving (guided filter, He, Sun, Tang 2013), so that roofs get no halo.
 */
export const liftForeground: Layer = ({ copy, small, options, againstSky, isFused }, plan) => {
  const amount = options.toneStrength * options.autoExposure * againstSky;
  if (amount === 0) return {};
  const { width, height, wrapX } = copy;
  const share = isFused ? foreground.evennessFused : foreground.evenness;
  const radius = Math.max(1, Math.round(Math.max(width, height) * foreground.share));
  const base = guidedCoefficients({ width, height, data: plan.bright }, radius, foreground.edge ** 2, wrapX);
  const lifts = plan.lifts.map((lift, i) => {
    const light = Math.max(0.02, base[2 * i] * plan.bright[i] + base[2 * i + 1]);
    return lift * Math.min(foreground.mostLift, Math.max(1, foreground.level / light) ** (share * amount));
  });
  return { lifts, open: liftedBrightness(small.data, { ...plan, lifts }) };
};
