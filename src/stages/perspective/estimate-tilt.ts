import { solveCholesky } from "../../ops/index.ts";
import type { Grid } from "./level-edges.ts";
import { tilts } from "./params.ts";
import { axesOf, deviation, type Edge, type Tilt, totalLength, type Vector } from "./tilt.ts";

export interface TiltEstimate {
  readonly tilt: Tilt;
  /** Variances and covariance of roll and pitch, and variance of yaw, in radians squared. */
  readonly covariance: { readonly roll: number; readonly pitch: number; readonly mixed: number; readonly yaw: number };
  /** Heading of one of the grid's directions in radians, to the right of the camera; 0 without a grid. */
  readonly yaw: number;
  readonly inliers: readonly Edge[];
  /** Length of the inliers, as a share of all edges. */
  readonly inlierShare: number;
}

/**
 * The tilts with which edges agree, by decreasing edge length. Every pair of long edges proposes the vanishing point
 * where they meet (an exhaustive and therefore deterministic RANSAC); proposals are scored by truncated squares (MSAC,
 * Torr & Zisserman 2000); of similar ones, the best is kept. A level camera is always included.
 */
export function proposeTilts(edges: readonly Edge[]): Tilt[] {
  const longest = [...edges].sort((a, b) => b.length - a.length).slice(0, tilts.proposers);
  const planes = longest.map(planeOf);
  const proposals: { readonly tilt: Tilt; readonly score: number }[] = [];
  for (let i = 0; i < planes.length; i++) {
    for (let j = i + 1; j < planes.length; j++) {
      const tilt = meetingTilt(planes[i], planes[j]);
      if (tilt) proposals.push({ tilt, score: scoreOf(edges, tilt) });
    }
  }
  proposals.sort((a, b) => b.score - a.score);
  const candidates: Tilt[] = [];
  for (const { tilt } of proposals) {
    if (candidates.length === tilts.candidates) break;
    if (candidates.every((other) => Math.hypot(other.roll - tilt.roll, other.pitch - tilt.pitch) > tilts.apart)) {
      candidates.push(tilt);
    }
  }
  return [...candidates, { roll: 0, pitch: 0 }];
}

/** The tilt under which two edges are upright: the direction that is common to the planes of both edges. */
function meetingTilt(a: Vector, b: Vector): Tilt | undefined {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  const norm = Math.hypot(x, y, z);
  if (norm < tilts.minNormal) return undefined;
  const sign = y < 0 ? 1 : -1;
  const pitch = Math.asin((sign * z) / norm);
  const roll = Math.atan2(-sign * x, -sign * y);
  return Math.abs(pitch) < tilts.widest.pitch && Math.abs(roll) < tilts.widest.roll ? { roll, pitch } : undefined;
}

/** Unit normal of the plane through the camera and an edge. */
function planeOf({ x, y, directionX, directionY }: Edge): Vector {
  const normal = [-directionY, directionX, x * directionY - y * directionX] as const;
  const norm = Math.hypot(...normal);
  return [normal[0] / norm, normal[1] / norm, normal[2] / norm];
}

function scoreOf(edges: readonly Edge[], { roll, pitch }: Tilt): number {
  const forward = Math.sin(pitch);
  const [upX, upY] = [-Math.cos(pitch) * Math.sin(roll), -Math.cos(pitch) * Math.cos(roll)];
  let score = 0;
  for (const { x, y, directionX, directionY, length, sigma } of edges) {
    const [dx, dy] = [upX - x * forward, upY - y * forward];
    const sine = dx * directionY - dy * directionX;
    const limit = tilts.maxDeviation * sigma;
    const ratio = (sine * sine) / ((dx * dx + dy * dy) * limit * limit);
    if (ratio < 1) score += length * (1 - ratio);
  }
  return score;
}

/** A tilt, its covariance and the yaw of its grid. */
export type RefinedTilt = Pick<TiltEstimate, "tilt" | "covariance" | "yaw">;

/** Refines a proposed tilt with upright edges, and with the level edges of a grid if one is given. */
export function refineTilt(steep: readonly Edge[], proposal: Tilt, grid?: Grid): TiltEstimate {
  const pulls: Pull[] = steep.map((edge) => ({ edge, sigma: edge.sigma, towards: zenith }));
  if (grid) pulls.push(...levelPulls(grid, proposal));
  const refined = refine(pulls, [proposal.roll, proposal.pitch, grid?.yaw ?? 0]);
  const inliers = steep.filter((edge) => Math.abs(deviation(edge, refined.tilt)) < tilts.maxDeviation * edge.sigma);
  return { ...refined, inliers, inlierShare: totalLength(inliers) / totalLength(steep) };
}

/** The tilt that follows from the level edges of a grid alone, found under `proposal`. */
export function tiltOfGrid(grid: Grid, proposal: Tilt): RefinedTilt {
  return refine(levelPulls(grid, proposal), [proposal.roll, proposal.pitch, grid.yaw]);
}

function refine(pulls: readonly Pull[], start: Pose): RefinedTilt {
  let pose = start;
  for (let k = 0; k < tilts.refinements; k++) {
    const { matrix, gradient } = normalEquations(pulls, pose);
    const step = solveCholesky(matrix, gradient);
    if (!step) break;
    pose = [pose[0] - step[0], pose[1] - step[1], pose[2] - step[2]];
  }
  const { matrix } = normalEquations(pulls, pose);
  const column = (k: number) =>
    solveCholesky(
      matrix,
      [0, 1, 2].map((i) => (i === k ? 1 : 0)),
    ) ?? [1, 1, 1];
  const [roll, pitch, yaw] = [column(0), column(1), column(2)];
  return {
    tilt: { roll: pose[0], pitch: pose[1] },
    covariance: { roll: roll[0], pitch: pitch[1], mixed: roll[1], yaw: yaw[2] },
    yaw: pose[2],
  };
}

type PlacedTilt = Pick<RefinedTilt, "tilt" | "covariance">;

const level: PlacedTilt = {
  tilt: { roll: 0, pitch: 0 },
  covariance: { roll: 0, pitch: 0, mixed: 0, yaw: 0 },
};

/** Distance of a tilt from level, in joint standard errors of roll and pitch (Mahalanobis distance). */
export function sigmasFromLevel(estimate: PlacedTilt): number {
  return sigmasApart(estimate, level);
}

/** Distance between two tilts, in standard errors of the difference, treated as independent. */
export function sigmasApart(a: PlacedTilt, b: PlacedTilt): number {
  const [roll, pitch] = [a.tilt.roll - b.tilt.roll, a.tilt.pitch - b.tilt.pitch];
  const rr = a.covariance.roll + b.covariance.roll;
  const pp = a.covariance.pitch + b.covariance.pitch;
  const mixed = a.covariance.mixed + b.covariance.mixed;
  const square = roll * roll * pp - 2 * roll * pitch * mixed + pitch * pitch * rr;
  return Math.sqrt(Math.max(0, square) / (rr * pp - mixed * mixed));
}

/** Roll, pitch and the grid's yaw, in radians. */
type Pose = readonly [number, number, number];

/** Indices of the directions of lines: the zenith, or one of the grid's directions. */
const zenith = 0;
const headings = [1, 2];

/** An edge and the index of its direction. */
interface Pull {
  readonly edge: Edge;
  readonly sigma: number;
  readonly towards: number;
}

/**
 * The zenith and the grid's two directions in the camera of a pose: images of lines in direction v at (x, y) have the
 * direction (v₀ − x v₂, v₁ − y v₂).
 */
function directionsOf([roll, pitch, yaw]: Pose): readonly [Vector, Vector, Vector] {
  const { right, forward } = axesOf({ roll, pitch });
  const level = (heading: number): Vector => {
    const [sin, cos] = [Math.sin(yaw + heading), Math.cos(yaw + heading)];
    return [sin * right[0] + cos * forward[0], sin * right[1] + cos * forward[1], sin * right[2] + cos * forward[2]];
  };
  const up: Vector = [-Math.cos(pitch) * Math.sin(roll), -Math.cos(pitch) * Math.cos(roll), Math.sin(pitch)];
  return [up, level(0), level(Math.PI / 2)];
}

/** Assigns each edge the one of the grid's two directions that it follows under a tilt. */
function levelPulls({ inliers, yaw }: Grid, { roll, pitch }: Tilt): Pull[] {
  const directions = directionsOf([roll, pitch, yaw]);
  return inliers.map((edge) => {
    const pulls = headings.map((towards) => ({ edge, sigma: Math.hypot(edge.sigma, tilts.gridSigma), towards }));
    const [errorA, errorB] = pulls.map((pull) => Math.abs(errorOf(pull, directions)));
    return pulls[errorA <= errorB ? 0 : 1];
  });
}

/** The angle between an edge and the direction assigned to it in a pose, in radians. */
function errorOf({ edge, towards }: Pull, directions: readonly Vector[]): number {
  const to = directions[towards];
  const x = to[0] - edge.x * to[2];
  const y = to[1] - edge.y * to[2];
  return Math.atan((x * edge.directionY - y * edge.directionX) / (x * edge.directionX + y * edge.directionY));
}

/** Normal equations of the weighted squared errors and the prior: the 3 × 3 matrix, and the gradient. */
function normalEquations(pulls: readonly Pull[], pose: Pose) {
  const prior = [1 / tilts.priorSigma.roll ** 2, 1 / tilts.priorSigma.pitch ** 2, 1];
  const matrix = new Float64Array(9);
  for (let i = 0; i < 3; i++) matrix[4 * i] = prior[i];
  const gradient = [prior[0] * pose[0], prior[1] * pose[1], 0];
  const moved = [0, 1, 2].map((k) =>
    directionsOf(pose.map((value, i) => (i === k ? value + tilts.step : value)) as unknown as Pose),
  );
  addPulls(pulls, directionsOf(pose), moved, matrix, gradient);
  return { matrix, gradient };
}

/**
 * Adds the errors of all edges, with their slopes towards the moved directions. A separate function, so that an engine
 * compiles only the loop.
 */
function addPulls(
  pulls: readonly Pull[],
  directions: readonly Vector[],
  moved: readonly (readonly Vector[])[],
  matrix: Float64Array,
  gradient: number[],
): void {
  const { step } = tilts;
  const slope = new Float64Array(3);
  for (const pull of pulls) {
    const error = errorOf(pull, directions);
    const ratio = error / (tilts.maxDeviation * pull.sigma);
    if (Math.abs(ratio) >= 1) continue;
    const weight = ((1 - ratio * ratio) / pull.sigma) ** 2;
    for (let k = 0; k < 3; k++) slope[k] = (errorOf(pull, moved[k]) - error) / step;
    for (let i = 0; i < 3; i++) {
      gradient[i] += weight * slope[i] * error;
      for (let j = 0; j <= i; j++) matrix[3 * i + j] += weight * slope[i] * slope[j];
    }
  }
}
