import { hazeOf } from "../../../kernels/index.ts";
import { meanWithin } from "../../../ops/index.ts";
import { inverseOf } from "../curves/inverse-of.ts";
import type { Layer } from "../layer.ts";
import { leastKept, mostVeil, steepestView, veilShare, viewMean, viewMeanShare } from "./views-params.ts";

/**
 * Takes off most of the glare and haze over the views, and what lies over a view that is washed out as a whole: the
 * same for all of it, so that leaves keep their shape and white sky stays white, whereas a light map would follow them.
 */
export const clearVeils: Layer = ({ copy, content }, { inRoom, bright, veils, curves: { curve, white } }) => {
  const views = content.views.map((view) => inRoom * view);
  if (views.every((view) => view === 0)) return { views };
  const means = meanWithin(copy, views, bright, viewMeanShare);
  const shownAt = inverseOf(curve)(Math.min(white, viewMean));
  return {
    views,
    veils: content.veils.map((veil, i) => {
      const slope = Math.min(steepestView, (1 - shownAt) / Math.max(0.02, 1 - means[i]));
      const washedOut = inRoom * content.washed[i] * Math.max(0, 1 - 1 / slope);
      const most = ((1 - leastKept) * bright[i]) / (1 - leastKept * bright[i]);
      return Math.max(veils[i], Math.min(most, washedOut), inRoom * Math.min(mostVeil, veilShare * veil));
    }),
  };
};

/** Brightness without the veils, as the kernel `toneMap` takes them off. */
export function clearBrightness(data: Float32Array, bright: Float32Array, veils: Float32Array): Float32Array {
  return bright.map((value, i) => {
    if (veils[i] === 0) return value;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    return (value - haze) / (1 - haze);
  });
}
