import { type Copy, meanWithin, ramp, runningLeast, type SmallImage } from "../../../../ops/index.ts";
import { veils, whiteSky } from "./params.ts";

/**
 * How surely a place belongs to a view that is washed out as a whole, 0 to 1: it has a veil everywhere, even if its
 * darkest things do not show it.
 */
export function findWashed(copy: Copy, luma: Float32Array, views: Float32Array): Float32Array {
  if (views.every((view) => view < veils.minSure)) return new Float32Array(views.length);
  const means = meanWithin(copy, views, luma, veils.viewShare);
  return views.map((view, i) => ramp(view, veils.minSure, 1) * ramp(means[i], veils.washedFrom, veils.washedTo));
}

/**
 * The veil of glare and haze over the views, a display value a pixel of the small copy: the darkest channel of the
 * darkest thing nearby (dark channel; He, Sun, Tang 2009). 0 outside views, and in dim ones, whose paleness is not
 * haze.
 */
export function findVeils(
  { width, height, wrapX }: Copy,
  { data }: SmallImage,
  luma: Float32Array,
  views: Float32Array,
): Float32Array {
  if (views.every((view) => view < veils.sureView)) return new Float32Array(views.length);
  const least = views.map((view, i) =>
    view < veils.sureView ? 1 : Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2], 1),
  );
  const radius = Math.max(1, Math.round(Math.max(width, height) * veils.veilPatchShare));
  const darkest = runningLeast({ width, height, data: least }, radius, wrapX);
  const copy = { width, height, wrapX };
  const telling = views.map((view, i) => view * ramp(-darkest[i], -whiteSky.to, -whiteSky.from));
  const dark = meanWithin(copy, telling, darkest, veils.veilMeanShare);
  const bright = meanWithin(copy, views, luma, veils.veilMeanShare);
  return views.map((view, i) => view * ramp(bright[i], veils.washedFrom, veils.washedTo) * dark[i]);
}
