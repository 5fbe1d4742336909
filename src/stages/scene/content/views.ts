import { type Copy, meanWithin, percentile, quantiles, ramp, type SmallImage } from "../../../ops/index.ts";
import { matteOf } from "./matte.ts";
import {
  brightFrom,
  brightFromStops,
  brightTo,
  brightToStops,
  highlightFrom,
  highlightShare,
  highlightTo,
  litShare,
  litSmoothness,
  matteShare,
  mostFrom,
  mostTo,
  paleFrom,
  paleTo,
  plainFrom,
  plainTo,
  tellingFrom,
  tellingTo,
  textured,
  textureVote,
  viewFrom,
  viewTo,
  whiteSkyFrom,
  whiteSkyTo,
  windowFrom,
  windowShare,
  windowTo,
} from "./params.ts";
import type { Surfaces } from "./surfaces.ts";
import { crossedTexture } from "./view-texture.ts";

/** What views are told by. */
export interface ViewEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
  /** Display value of pale surfaces in good light. */
  readonly level: number;
  /** Probability of a window by the learned map. */
  readonly windows: Float32Array;
  /** Scene light in stops, where the frames of a bracket show it. */
  readonly stops?: Float32Array | undefined;
}

/**
 * How surely each pixel of the small copy looks out of a window and shows something there, 0 to 1: it shines, and the
 * map and crossed texture together speak for a view; the more there is to see, the less sure the map has to be. What
 * shines in the same window belongs to it: white sky and plain walls outside. A smooth window is none, whatever the map
 * says: nothing in it could become clearer, and a white wall would turn grey.
 */
export function findViews(copy: Copy, small: SmallImage, evidence: ViewEvidence): Float32Array {
  const { windows, luma } = evidence;
  const shining = findShining(evidence);
  const texture = crossedTexture(copy, luma);
  const likely = windows.map((window, i) => {
    const seen = Math.min(1, texture[i] / textured);
    return shining[i] * ramp(window + textureVote * seen, viewFrom, viewTo) * ramp(seen, plainFrom, plainTo);
  });
  const bright = windows.map((window, i) => shining[i] * ramp(window, windowFrom, windowTo));
  const telling = meanWithin(copy, bright, likely, windowShare);
  const views = likely.map((view, i) => Math.max(view, bright[i] * ramp(telling[i], tellingFrom, tellingTo)));
  const radius = Math.max(1, Math.round(Math.max(copy.width, copy.height) * matteShare));
  return matteOf(views, small, radius, copy.wrapX);
}

/** How surely each pixel is brighter than any paint of the room: by its light where known, else by its display value. */
function findShining({ luma, surfaces, level, stops }: ViewEvidence): Float32Array {
  if (stops) {
    const roomStops = lightOfPale(stops, luma, surfaces, level);
    return stops.map((each) => ramp(each - roomStops, brightFromStops, brightToStops));
  }
  const [highlight] = quantiles(luma, [highlightShare], surfaces.areas);
  const from = Math.min(mostFrom, Math.max(level * brightFrom, highlight * highlightFrom));
  const to = Math.min(mostTo, Math.max(level * brightTo, highlight * highlightTo));
  return luma.map((value) => ramp(value, from, to));
}

/** The part of the views that is not bright sky. */
export function groundOf(views: Float32Array, luma: Float32Array): Float32Array {
  return views.map((view, i) => view * ramp(-luma[i], -whiteSkyTo, -whiteSkyFrom));
}

/** Scene light of pale surfaces in good light, in stops; of the whole picture where there are none. */
function lightOfPale(stops: Float32Array, luma: Float32Array, { samples }: Surfaces, level: number): number {
  const isPale = (i: number) =>
    samples[3 * i + 2] > litSmoothness * luma[i] ** 2 && luma[i] > paleFrom * level && luma[i] < paleTo * level;
  const pale = stops.filter((_, i) => isPale(i));
  return percentile(pale.length > 0 ? pale : stops, litShare);
}
