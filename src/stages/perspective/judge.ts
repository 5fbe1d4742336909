import { degreesOf } from "../../image/index.ts";
import { sigmasFromLevel, type TiltEstimate } from "./estimate-tilt.ts";
import { type Candidate, confidenceIn, weighTilts } from "./evidence.ts";
import type { FoundEdges } from "./find-edges.ts";
import type { Grid } from "./level-edges.ts";
import { doubts, frontal, verdict } from "./params.ts";
import {
  axesOf,
  deviation,
  type Edge,
  largestLean,
  type Tilt,
  totalLength,
  turned,
  type Vector,
  type View,
} from "./tilt.ts";

/** Facts from the upright edges. Angles in degrees. */
export interface TiltFacts {
  /** Number of edges that agree on the vertical direction. */
  readonly verticals: number;
  /** Number of level edges that form a grid under the same tilt. */
  readonly horizontals?: number;
  /** The probability, 0 to 1, that the tilt is accurate to 0.35°, fitted on rendered scenes. */
  readonly confidence: number;
  /** Length of the agreeing edges, as a share of all nearly vertical ones. */
  readonly inlierShare?: number;
  /** Roll of the camera about its axis, in degrees, positive clockwise seen from behind. */
  readonly rollDeg?: number;
  /** Pitch of the camera, in degrees, positive upwards. */
  readonly pitchDeg?: number;
  /** Rotation of the camera to the right that would face a wall, in degrees; only if this is requested. */
  readonly wallYawDeg?: number;
  /** Length-weighted mean lean of the agreeing edges in the lens-corrected picture, before and after correction. */
  readonly residualDeg?: {
    /** Before correction, in degrees. */
    readonly before: number;
    /** After correction, in degrees. */
    readonly after: number;
  };
  /** Standard error of the lean at the picture's left or right border, the larger one. */
  readonly uncertaintyDeg?: number;
}

export type Verdict =
  /** `yaw`, in radians to the right, turns the camera to face a wall; 0 if there is none or this is not requested. */
  | { readonly tilt: Tilt; readonly yaw: number; readonly facts: TiltFacts }
  /** `isDoubt`: true if the picture may need a correction, false if it does not. */
  | { readonly tilt?: undefined; readonly reason: string; readonly isDoubt: boolean; readonly facts: TiltFacts };

interface TiltLimits {
  /** Whether to face a wall that the camera nearly faces. */
  readonly facesWalls: boolean;
  readonly maxPitchDeg: number;
  readonly maxRollDeg: number;
}

/** A candidate and the probability, 0 to 1, that it is right. */
export interface RatedCandidate {
  readonly candidate: Candidate;
  readonly confidence: number;
}

/** The most probable tilt; `undefined` if there is none on which edges agree. */
export function bestCandidate(edges: FoundEdges, view: View): RatedCandidate | undefined {
  const candidates = weighTilts(edges, view).map((candidate) => ({
    candidate,
    confidence: confidenceIn(candidate.evidence),
  }));
  return candidates.sort((a, b) => b.confidence - a.confidence)[0];
}

/** Decides whether the edges determine the tilt of the camera, and whether it should be corrected. */
export function judgeTilt(best: RatedCandidate | undefined, view: View, limits: TiltLimits): Verdict {
  if (!best) return { reason: "there are no upright edges", isDoubt: true, facts: { verticals: 0, confidence: 0 } };
  const { estimate, uncertaintyDeg } = best.candidate;
  const yaw = (limits.facesWalls && yawToWall(estimate, best.candidate.grid, view)) || 0;
  const facts = { ...factsOf(best.candidate, best.confidence), ...(yaw && { wallYawDeg: degreesOf(yaw) }) };
  const refuse = (reason: string, isDoubt = true): Verdict => ({ reason, isDoubt, facts });
  const { tilt } = estimate;
  const { rollDeg, pitchDeg, residualDeg } = facts;
  if (best.confidence < verdict.minConfidence) return refuse(doubtOf(best.candidate));
  const leanDeg = degreesOf(largestLean(tilt, view));
  const isLevel =
    leanDeg < Math.max(verdict.levelDeg, verdict.levelSigmas * uncertaintyDeg) ||
    sigmasFromLevel(estimate) < verdict.levelDistance ||
    residualDeg.after >= residualDeg.before;
  if (isLevel && yaw === 0) {
    return refuse("upright edges are upright already", false);
  }
  if (yaw === 0 && residualDeg.after > (1 - verdict.minTaken) * residualDeg.before) {
    return refuse("upright edges would lean by more than half of what they do");
  }
  const { maxPitchDeg, maxRollDeg } = limits;
  if (Math.abs(pitchDeg) > maxPitchDeg) return refuse(`the view is pitched by ${beyond(pitchDeg, maxPitchDeg)}`);
  if (Math.abs(rollDeg) > maxRollDeg) return refuse(`the camera is rolled by ${beyond(rollDeg, maxRollDeg)}`);
  return { tilt, yaw, facts };
}

/** The most likely reason why a candidate is rejected. */
function doubtOf({ estimate, evidence }: Candidate): string {
  if (estimate.inliers.length < doubts.fewEdges) return "there are too few upright edges";
  if (evidence.share < doubts.smallShare) return "the nearly vertical edges do not agree on what is upright";
  if (evidence.span < doubts.smallSpan) return "upright edges are found in one part of the picture only";
  return "the edges do not say clearly enough what is upright";
}

function beyond(deg: number, max: number): string {
  return `${deg.toFixed(1)}°, more than ${max}°: taken as intended`;
}

function factsOf(
  { estimate, uncertaintyDeg, grid }: Candidate,
  confidence: number,
): Required<Omit<TiltFacts, "wallYawDeg">> {
  const { tilt, inliers, inlierShare } = estimate;
  return {
    verticals: inliers.length,
    horizontals: grid.inliers.length,
    confidence,
    inlierShare,
    rollDeg: degreesOf(tilt.roll),
    pitchDeg: degreesOf(tilt.pitch),
    residualDeg: {
      before: meanOver(inliers, (edge) => Math.abs(deviation(edge, { roll: 0, pitch: 0 }))),
      after: meanOver(inliers, (edge) => Math.abs(deviation(edge, tilt))),
    },
    uncertaintyDeg,
  };
}

function meanOver(edges: readonly Edge[], value: (edge: Edge) => number): number {
  return degreesOf(edges.reduce((sum, edge) => sum + edge.length * value(edge), 0) / totalLength(edges));
}

/**
 * Rotation of the camera to the right, in radians, that faces a wall which it nearly faces, so that the wall's level
 * edges become level in the picture (one-point perspective); `undefined` without such a wall, or if the change would be
 * invisible. On rendered rooms, half of the results are accurate to 0.06°.
 */
function yawToWall(estimate: TiltEstimate, grid: Grid, view: View): number | undefined {
  const quarter = Math.PI / 2;
  const yaw = estimate.yaw - quarter * Math.round(estimate.yaw / quarter);
  const sigma = Math.sqrt(estimate.covariance.yaw);
  const slope = Math.abs(yaw) * (view.height / 2 / view.focalPx);
  if (Math.abs(yaw) > frontal.maxYaw || grid.support < frontal.minSupport || sigma > frontal.maxSigma) return undefined;
  if (slope < frontal.minSlope || Math.abs(yaw) < frontal.minSigmas * sigma) return undefined;
  const { right, forward } = turned(axesOf(estimate.tilt), yaw);
  const along = grid.inliers.filter((edge) => angleTo(edge, right) < angleTo(edge, forward));
  return along.length >= frontal.minEdges && totalLength(along) >= frontal.minLength ? yaw : undefined;
}

/** The angle, in radians, between an edge and the image of a line in a given direction at the same position. */
function angleTo({ x, y, directionX, directionY }: Edge, [dirX, dirY, dirZ]: Vector): number {
  const [dx, dy] = [dirX - x * dirZ, dirY - y * dirZ];
  return Math.abs(Math.atan((dx * directionY - dy * directionX) / (dx * directionX + dy * directionY)));
}
