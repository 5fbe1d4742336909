import type { Lens } from "../../image/index.ts";
import { proposeTilts, refineTilt } from "./estimate-tilt.ts";
import type { FoundEdges } from "./find-edges.ts";
import { findGrid } from "./level-edges.ts";
import { focalLengths } from "./params.ts";

/**
 * A focal length and its source: the 35 mm equivalent in the metadata, the edges of this and other pictures by the
 * camera, the picture's own edges, or a default.
 */
export interface FocalLength {
  readonly focalPx: number;
  readonly source: "exif" | "shared" | "estimated" | "assumed";
  /** Range of equally plausible estimates, in pixels. */
  readonly rangePx?: readonly [number, number];
}

/**
 * Focal length of a picture in pixels. Without a plausible one, a moderate wide angle is assumed: verticals become
 * vertical with any focal length; a wrong one only causes a little stretching. `shared` is the focal length from other
 * pictures by the camera, relative to the longer edge.
 */
export function focalLengthOf({ focal35Mm }: Lens, width: number, height: number, shared?: number): FocalLength {
  const [shortest, longest] = focalLengths.equivalentMm;
  if (focal35Mm !== undefined && focal35Mm >= shortest && focal35Mm <= longest) {
    return { focalPx: (focal35Mm / focalLengths.fullFrameMm) * Math.hypot(width, height), source: "exif" };
  }
  if (shared !== undefined) return { focalPx: shared * Math.max(width, height), source: "shared" };
  return { focalPx: focalLengths.assumed * Math.max(width, height), source: "assumed" };
}

/**
 * The focal length at which level edges form the clearest grid of right angles (two orthogonal vanishing points
 * determine it: Caprile & Torre 1990); the assumed one if no value stands out. Half of rendered scenes have one, with
 * an error of 4 % in the median and 14 % at the 90th percentile.
 */
export function estimateFocal(edges: FoundEdges, assumed: FocalLength): FocalLength {
  if (edges.steep.length < 2) return assumed;
  const supports = focalLengths.tried.map((share) => supportOf(seenWith(edges, share)));
  if (!standsOut(supports)) return assumed;
  const best = Math.max(...supports);
  const near = focalLengths.tried
    .filter((_, i) => supports[i] >= best - focalLengths.rangeFall)
    .map((share) => share * assumed.focalPx);
  const focalPx = focalLengths.tried[supports.indexOf(best)] * assumed.focalPx;
  return { focalPx, source: "estimated", rangePx: [near[0], near[near.length - 1]] };
}

/** Whether one of the tried focal lengths is clearly better than the shortest and the longest. */
export function standsOut(supports: readonly number[]): boolean {
  const best = Math.max(...supports);
  const ends = Math.max(supports[0], supports[supports.length - 1]);
  return best >= focalLengths.minSupport && best - ends >= focalLengths.minFall;
}

/** Edges with positions in units of another focal length, which is `share` times the present one. */
export function seenWith({ steep, flat }: FoundEdges, share: number): FoundEdges {
  const scaled = (edges: FoundEdges["steep"]) =>
    edges.map((edge) => ({ ...edge, x: edge.x / share, y: edge.y / share }));
  return { steep: scaled(steep), flat: scaled(flat) };
}

/** Support of a grid of right angles among level edges, under the tilt of the upright ones. */
export function supportOf({ steep, flat }: FoundEdges): number {
  const { tilt } = refineTilt(steep, proposeTilts(steep)[0]);
  return findGrid(flat, tilt).support;
}
