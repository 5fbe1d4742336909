import { type Copy, meanWithin, ramp, runningLeast, type SmallImage } from "../../../../ops/index.ts";
import {
  leastSure,
  sureView,
  veilMeanShare,
  veilPatchShare,
  viewShare,
  washedFrom,
  washedTo,
  whiteSkyFrom,
  whiteSkyTo,
} from "./veil-params.ts";

/**
 * How surely a place belongs to a view that is washed out as a whole, 0 to 1: a veil lies over all of it, whatever its
 * darkest things show.
 */
export function findWashed(copy: Copy, luma: Float32Array, views: Float32Array): Float32Array {
  if (views.every((view) => view < leastSure)) return new Float32Array(views.length);
  const means = meanWithin(copy, views, luma, viewShare);
  return views.map((view, i) => ramp(view, leastSure, 1) * ramp(means[i], washedFrom, washedTo));
}

/**
 * The veil of glare and haze over the views, a display value a pixel of the small copy: what even the darkest channel
 * of the darkest thing near by shows (dark channel; He, Sun, Tang 2009). 0 outside of views,
 * and in dim ones, whose paleness is not haze.
 */
export function findVeils(
  { width, height, wrapX }: Copy,
  { data }: SmallImage,
  luma: Float32Array,
  views: Float32Array,
): Float32Array {
  if (views.every((view) => view < sureView)) return new Float32Array(views.length);
  const least = views.map((view, i) =>
    view < sureView ? 1 : Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2], 1),
  );
  const radius = Math.max(1, Math.round(Math.max(width, height) * veilPatchShare));
  const darkest = runningLeast({ width, height, data: least }, radius, wrapX);
  const copy = { width, height, wrapX };
  const telling = views.map((view, i) => view * ramp(-darkest[i], -whiteSkyTo, -whiteSkyFrom));
  const dark = meanWithin(copy, telling, darkest, veilMeanShare);
  const bright = meanWithin(copy, views, luma, veilMeanShare);
  return views.map((view, i) => view * ramp(bright[i], washedFrom, washedTo) * dark[i]);
}
