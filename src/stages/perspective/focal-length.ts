import type { Lens } from "../../image/index.ts";
import { proposeTilts, refineTilt } from "./estimate-tilt.ts";
import type { FoundEdges } from "./find-edges.ts";
import { findGrid } from "./level-edges.ts";
import { focalLengths } from "./params.ts";

/**
 * Where a focal length came from: the 35 mm equivalent of the metadata, the edges of this and other pictures of the
 * camera, the picture's own edges, or a guess.
 */
export interface FocalLength {
  readonly focalPx: number;
  readonly source: "exif" | "shared" | "estimated" | "assumed";
  /** What an estimate may be as well, in pixels. */
  readonly rangePx?: readonly [number, number];
}

/**
 * Focal length in pixels of a picture. Without a believable one, a moderate wide angle is assumed: verticals become
 * vertical with any, the wrong one only stretches a little. `shared` is what other pictures of the camera tell, by the
 * longer edge.
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
 * The focal length with which level edges form the clearest grid of right angles (two orthogonal vanishing points fix
 * it: Caprile & Torre 1990); the assumed one where none stands out. On drawn scenes half the pictures have one, with a
 * median error of 4 %, 14 % for nine of ten.
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
  return best >= focalLengths.leastSupport && best - ends >= focalLengths.leastFall;
}

/** Edges in focal lengths that are `share` times those that they are in. */
export function seenWith({ steep, flat }: FoundEdges, share: number): FoundEdges {
  const scaled = (edges: FoundEdges["steep"]) =>
    edges.map((edge) => ({ ...edge, x: edge.x / share, y: edge.y / share }));
  return { steep: scaled(steep), flat: scaled(flat) };
}

/** By how much level edges form a grid of right angles, with the tilt that upright ones tell. */
export function supportOf({ steep, flat }: FoundEdges): number {
  const { tilt } = refineTilt(steep, proposeTilts(steep)[0]);
  return findGrid(flat, tilt).support;
}
