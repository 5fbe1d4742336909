import { deviation, type Edge, estimateTilt, type TiltEstimate, totalLength } from "./estimate-tilt.ts";
import { largestLean, type Tilt, type View } from "./tilt.ts";

/** What the upright edges say. Angles in degrees. */
export interface TiltFacts {
  /** Number of edges that agree on what is upright. */
  readonly verticals: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** Length of the agreeing edges by that of all nearly vertical ones. */
  readonly inlierShare?: number;
  /** How the camera was held: pitch positive upwards, roll positive clockwise seen from behind. */
  readonly rollDeg?: number;
  readonly pitchDeg?: number;
  /** Length-weighted mean of the agreeing edges' lean in the lens-corrected picture, and once it is corrected. */
  readonly residualDeg?: { readonly before: number; readonly after: number };
  /** Standard error of the lean at the picture's left or right border, the worse one. */
  readonly uncertaintyDeg?: number;
}

export type Verdict =
  | { readonly tilt: Tilt; readonly facts: TiltFacts }
  /** `isDoubt` tells a picture that may need correction from one that needs none. */
  | { readonly tilt?: undefined; readonly reason: string; readonly isDoubt: boolean; readonly facts: TiltFacts };

export interface TiltLimits {
  readonly maxPitchDeg: number;
  readonly maxRollDeg: number;
}

const MIN_VERTICALS = 6;
/** The upright edges' least total length, in longer edges of the picture. */
const MIN_TOTAL_LENGTH = 0.4;
/** By chance an edge of any direction agrees with one in twenty times. */
const MIN_INLIER_SHARE = 0.5;
const MAX_UNCERTAINTY_DEG = 0.5;
/** A lean, at the picture's corners, that no eye sees. */
const LEVEL_DEG = 0.15;

/** Whether the edges say clearly how the camera was tilted, and whether that should be corrected. */
export function judgeTilt(edges: readonly Edge[], view: View, limits: TiltLimits): Verdict {
  const estimate = estimateTilt(edges);
  if (!estimate) return { reason: "there are no upright edges", isDoubt: true, facts: { verticals: 0, confidence: 0 } };
  const facts = factsOf(estimate, view);
  const refuse = (reason: string, isDoubt = true): Verdict => ({ reason, isDoubt, facts });
  const { tilt, inliers, inlierShare } = estimate;
  const { rollDeg, pitchDeg, uncertaintyDeg, residualDeg } = facts;
  if (inliers.length < MIN_VERTICALS || totalLength(inliers) < MIN_TOTAL_LENGTH) {
    return refuse("there are too few upright edges");
  }
  if (inlierShare < MIN_INLIER_SHARE) return refuse("the nearly vertical edges do not agree on what is upright");
  if (uncertaintyDeg > MAX_UNCERTAINTY_DEG) return refuse("upright edges are found in one part of the picture only");
  const leanDeg = degrees(largestLean(tilt, view));
  if (leanDeg < Math.max(LEVEL_DEG, 2 * uncertaintyDeg) || residualDeg.after >= residualDeg.before) {
    return refuse("upright edges are upright already", false);
  }
  const { maxPitchDeg, maxRollDeg } = limits;
  if (Math.abs(pitchDeg) > maxPitchDeg) return refuse(`the view is pitched by ${beyond(pitchDeg, maxPitchDeg)}`);
  if (Math.abs(rollDeg) > maxRollDeg) return refuse(`the camera is rolled by ${beyond(rollDeg, maxRollDeg)}`);
  return { tilt, facts };
}

function beyond(deg: number, max: number): string {
  return `${deg.toFixed(1)}°, more than ${max}°: taken as intended`;
}

function factsOf(estimate: TiltEstimate, view: View): Required<TiltFacts> {
  const { tilt, inliers, inlierShare } = estimate;
  const uncertaintyDeg = degrees(uncertaintyAtBorders(estimate, view));
  const amount = Math.min(1, totalLength(inliers) / 2);
  return {
    verticals: inliers.length,
    confidence: amount * Math.min(1, inlierShare / 0.7) * Math.exp(-2 * uncertaintyDeg),
    inlierShare,
    rollDeg: degrees(tilt.roll),
    pitchDeg: degrees(tilt.pitch),
    residualDeg: {
      before: meanOver(inliers, (edge) => Math.abs(deviation(edge, { roll: 0, pitch: 0 }))),
      after: meanOver(inliers, (edge) => Math.abs(deviation(edge, tilt))),
    },
    uncertaintyDeg,
  };
}

/** A lean grows by pitch with the distance from the middle, and by roll everywhere alike. */
function uncertaintyAtBorders({ covariance: { roll, pitch, mixed } }: TiltEstimate, { width, focalPx }: View): number {
  const x = width / 2 / focalPx;
  return Math.sqrt(roll + x * x * pitch + 2 * x * Math.abs(mixed));
}

function meanOver(edges: readonly Edge[], value: (edge: Edge) => number): number {
  return degrees(edges.reduce((sum, edge) => sum + edge.length * value(edge), 0) / totalLength(edges));
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
