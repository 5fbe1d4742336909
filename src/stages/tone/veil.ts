import { hazeOf } from "../../kernels/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { runningLeast } from "./running-least.ts";
import { meanInViews } from "./view-mean.ts";

/** Radius within which the darkest channel tells the veil, and of its mean, as shares of the longer edge. */
const [patchShare, meanShare] = [1 / 100, 1 / 40];

/** Share of what the darkest channel tells that is taken off, and the most (display value): more would raise noise. */
const veilShare = 0.8;
const mostVeil = 0.6;

/**
 * Brightness (display value) at which a view begins to be washed out, and surely is; what is dimmer is pale of itself.
 */
const [washedFrom, washedTo] = [0.6, 0.85];

/** Where even the darkest thing near by is this bright (display value) stands nothing but sky: it tells no veil. */
const [whiteFrom, whiteTo] = [0.75, 0.9];

/** Views below this are too thin to tell a veil. */
const sureView = 0.5;

/**
 * The veil of glare and haze over the views, a display value a pixel of the small copy: what even the darkest channel
 * of the darkest thing near by shows (dark channel; He, Sun, Tang 2009). 0 where there is no view.
 */
export function findVeils(
  { width, height, data }: SmallImage,
  luma: Float32Array,
  views: Float32Array,
  wrapX: boolean,
): Float32Array {
  if (views.every((view) => view < sureView)) return new Float32Array(views.length);
  const least = views.map((view, i) =>
    view < sureView ? 1 : Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2], 1),
  );
  const edge = Math.max(width, height);
  const radius = Math.max(1, Math.round(edge * patchShare));
  const darkest = runningLeast({ width, height, data: least }, radius, wrapX);
  const copy = { width, height, wrapX };
  const telling = views.map((view, i) => view * ramp(-darkest[i], -whiteTo, -whiteFrom));
  const dark = meanInViews(copy, telling, darkest, meanShare);
  const bright = meanInViews(copy, views, luma, meanShare);
  return views.map((view, i) => view * ramp(bright[i], washedFrom, washedTo) * Math.min(mostVeil, veilShare * dark[i]));
}

/** Luma without the veils, as the kernel `toneMap` takes them off. */
export function clearLuma({ data }: SmallImage, luma: Float32Array, veils: Float32Array): Float32Array {
  const clear = luma.slice();
  for (let i = 0; i < clear.length; i++) {
    if (veils[i] === 0) continue;
    const haze = hazeOf(veils[i], Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]));
    clear[i] = (clear[i] - haze) / (1 - haze);
  }
  return clear;
}
