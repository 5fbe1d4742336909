import { boxMean } from "./box-mean.ts";

/** A small copy's size; with `wrapX` its left and right edges meet. */
export interface Copy {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/**
 * Mean of a plane around every pixel of a copy, weighted by another plane; `share` of the longer edge is its radius.
 */
export function meanWithin(
  { width, height, wrapX }: Copy,
  weights: Float32Array,
  plane: Float32Array,
  share: number,
): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(width, height) * share));
  const mean = (data: Float32Array) => boxMean({ width, height, data }, radius, wrapX);
  const all = mean(weights);
  const means = mean(plane.map((value, i) => value * weights[i]));
  return means.map((value, i) => value / Math.max(1e-6, all[i]));
}
