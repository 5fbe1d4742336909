import { ramp } from "./ramp.ts";
import { runningLeast } from "./running-least.ts";
import type { Copy } from "./view-mean.ts";
import { texturedFrom, texturedTo } from "./view-texture.ts";

/** Gaps up to twice this wide belong to the view around them, as a share of the longer edge. */
const gapShare = 1 / 128;

/**
 * The views with the gaps in their crossed texture: shade between bright leaves is as far outside as they are, and
 * where one is brought down and the other is not, the tree breaks up. Closes gaps (dilation, then erosion) where
 * texture runs every way; frames are wider than gaps and stay what they are, thin bright bars before leaves do not.
 */
export function fillViews(copy: Copy, views: Float32Array, texture: Float32Array): Float32Array {
  if (views.every((view) => view === 0)) return views;
  const { width, height, wrapX } = copy;
  const radius = Math.max(1, Math.round(Math.max(width, height) * gapShare));
  const least = (data: Float32Array) => runningLeast({ width, height, data }, radius, wrapX);
  const grown = least(views.map((view) => 1 - view)).map((gap) => 1 - gap);
  const closed = least(grown);
  return views.map((view, i) => Math.max(view, closed[i] * ramp(texture[i], texturedFrom, texturedTo)));
}
