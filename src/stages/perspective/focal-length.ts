import type { Lens } from "../../image/index.ts";
import { proposeTilts, refineTilt } from "./estimate-tilt.ts";
import type { FoundEdges } from "./find-edges.ts";
import { findGrid } from "./level-edges.ts";

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

/** Diagonal of 36 × 24 mm: 35 mm equivalents keep the angle of the picture's diagonal (CIPA DCG-001). */
const FULL_FRAME_DIAGONAL_MM = Math.hypot(36, 24);

/** As part of the longer edge: 28 mm, what phones and compact cameras show at their widest. */
export const ASSUMED_SHARE = 28 / 36;

/**
 * Focal length in pixels of a picture. Without a believable one, a moderate wide angle is assumed: verticals become
 * vertical with any, the wrong one only stretches a little. `shared` is what other pictures of the camera tell, by the
 * longer edge.
 */
export function focalLengthOf({ focal35Mm }: Lens, width: number, height: number, shared?: number): FocalLength {
  if (focal35Mm !== undefined && focal35Mm >= 5 && focal35Mm <= 2000) {
    return { focalPx: (focal35Mm / FULL_FRAME_DIAGONAL_MM) * Math.hypot(width, height), source: "exif" };
  }
  if (shared !== undefined) return { focalPx: shared * Math.max(width, height), source: "shared" };
  return { focalPx: ASSUMED_SHARE * Math.max(width, height), source: "assumed" };
}

/** Focal lengths that are tried, as multiples of the assumed one: 14 to 50 mm for 28 mm. */
export const TRIED = [0.5, 0.57, 0.64, 0.71, 0.79, 0.89, 1, 1.14, 1.29, 1.5, 1.79];
/** In standard deviations of chance: the least support of a grid, and by how much it falls to both sides. */
const MIN_SUPPORT = 5;
const MIN_FALL = 1.5;
/** Focal lengths with so little less support may be right as well. */
const RANGE_FALL = 1;

/**
 * The focal length with which level edges form the clearest grid of right angles (two orthogonal vanishing points fix
 * it: Caprile & Torre 1990); the assumed one where none stands out. On drawn scenes half the pictures have one, with a
 * median error of 4 %, 14 % for nine of ten.
 */
export function estimateFocal(edges: FoundEdges, assumed: FocalLength): FocalLength {
  if (edges.steep.length < 2) return assumed;
  const supports = TRIED.map((share) => supportOf(seenWith(edges, share)));
  if (!standsOut(supports)) return assumed;
  const best = Math.max(...supports);
  const near = TRIED.filter((_, i) => supports[i] >= best - RANGE_FALL).map((share) => share * assumed.focalPx);
  const focalPx = TRIED[supports.indexOf(best)] * assumed.focalPx;
  return { focalPx, source: "estimated", rangePx: [near[0], near[near.length - 1]] };
}

/** Whether one of the tried focal lengths is clearly better than the shortest and the longest. */
export function standsOut(supports: readonly number[]): boolean {
  const best = Math.max(...supports);
  const ends = Math.max(supports[0], supports[supports.length - 1]);
  return best >= MIN_SUPPORT && best - ends >= MIN_FALL;
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
