import { hazeOf } from "../../../kernels/index.ts";
import { meanWithin } from "../../../ops/index.ts";
import { inverseOf } from "../curves/curve-table.ts";
import type { Layer, TonePlan } from "../layer.ts";
import { windowViews } from "../params.ts";
import { balancedGains, greenGain } from "./gains.ts";

/**
 * Removes most of the glare and haze over the views, and the veil over a view that is washed out as a whole. That veil
 * is uniform over the view, so that leaves keep their shape and white sky stays white; a light map would follow them.
 */
export const clearVeils: Layer = ({ copy, content }, { inRoom, bright, veils, curves: { curve, white } }) => {
  const views = content.views.map((view) => inRoom * view);
  if (views.every((view) => view === 0)) return { views };
  const means = meanWithin(copy, views, bright, windowViews.viewMeanShare);
  const shownAt = inverseOf(curve)(Math.min(white, windowViews.viewMean));
  return {
    views,
    veils: content.veils.map((veil, i) => {
      const slope = Math.min(windowViews.steepestView, (1 - shownAt) / Math.max(0.02, 1 - means[i]));
      const washedOut = inRoom * content.washed[i] * Math.max(0, 1 - 1 / slope);
      const most = ((1 - windowViews.minKept) * bright[i]) / (1 - windowViews.minKept * bright[i]);
      return Math.max(
        veils[i],
        Math.min(most, washedOut),
        inRoom * Math.min(windowViews.maxVeil, windowViews.veilShare * veil),
      );
    }),
  };
};

/** Brightness without the veils, subtracted as in the kernel `toneMap`. */
export function clearBrightness(data: Float32Array, bright: Float32Array, veils: Float32Array): Float32Array {
  return bright.map((value, i) => {
    if (veils[i] === 0) return value;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    return (value - haze) / (1 - haze);
  });
}

/**
 * Removes the glare that covers all of a room. It is removed before dark places are lifted, otherwise the lift would
 * amplify it to a fog.
 */
export const clearGlare: Layer = ({ small: { data }, content, options, room }, plan) => {
  const glare = options.toneStrength * options.autoExposure * room * content.glare;
  if (glare === 0) return {};
  const veils = plan.veils.map(() => glare);
  return { veils, gains: withoutLightsColour(data, plan, glare), open: clearBrightness(data, plan.bright, veils) };
};

/**
 * The gains that balance the remainder: glare has the colour of the light, but the kernel subtracts the same from every
 * channel, which makes a cast stronger.
 */
function withoutLightsColour(data: Float32Array, { bright, gains }: TonePlan, glare: number): Float32Array {
  const kept = gains.slice();
  for (let i = 0; i < bright.length; i++) {
    const least = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
    const haze = hazeOf(glare, least) / Math.max(least, bright[i], 0.02);
    const [red, blue] = [gains[2 * i], gains[2 * i + 1]];
    const green = greenGain(red, blue);
    const growth = (gain: number) => Math.log((1 - haze) / Math.max(0.05, 1 - haze * (gain / green)));
    const [r, , b] = balancedGains(Math.log(red / green) + growth(red), Math.log(blue / green) + growth(blue));
    kept[2 * i] = r;
    kept[2 * i + 1] = b;
  }
  return kept;
}
