import { boxMean } from "../../ops/index.ts";

/** A small copy's size; with `wrapX` its left and right edges meet. */
export interface Copy {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/** How far one view reaches, sky and trees together, as a share of the longer edge. */
export const viewShare = 0.15;

/**
 * Mean of a plane around every pixel, in which pixels count as surely as they look out of a window; `share` of the
 * longer edge is its radius.
 */
export function meanInViews(
  { width, height, wrapX }: Copy,
  views: Float32Array,
  plane: Float32Array,
  share: number,
): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * share));
  const mean = (data: Float32Array) => boxMean({ width, height, data }, radius, wrapX);
  const weights = mean(views);
  const weighted = new Float32Array(plane.length);
  for (let i = 0; i < plane.length; i++) weighted[i] = plane[i] * views[i];
  const means = mean(weighted);
  for (let i = 0; i < means.length; i++) means[i] /= Math.max(1e-6, weights[i]);
  return means;
}
