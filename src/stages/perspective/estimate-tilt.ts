import { type Tilt, uprightAt } from "./tilt.ts";

/**
 * A straight edge in the lens-corrected picture: its middle and direction, in focal lengths from the centre, y down.
 */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly directionX: number;
  readonly directionY: number;
  /** As part of the picture's longer edge. */
  readonly length: number;
  /** Standard error of its angle, in radians. */
  readonly sigma: number;
}

export interface TiltEstimate {
  readonly tilt: Tilt;
  /** Standard errors, in radians, and how the two go together. */
  readonly covariance: { readonly roll: number; readonly pitch: number; readonly mixed: number };
  readonly inliers: readonly Edge[];
  /** Length of the inliers by that of all edges. */
  readonly inlierShare: number;
}

/** An edge further off than this many standard errors is not taken as upright. */
const MAX_DEVIATION = 3;

/** Pairs of the longest edges propose tilts; more add nothing but time. */
const PROPOSERS = 60;

/** Photographers hold cameras about level: standard deviations, in radians. A handful of good edges outweighs them. */
const PRIOR_SIGMA = { roll: (3 * Math.PI) / 180, pitch: (6 * Math.PI) / 180 };

/** Beyond these no tilt is proposed. */
const WIDEST = { roll: (20 * Math.PI) / 180, pitch: (32 * Math.PI) / 180 };

/**
 * The tilt that most edge length agrees with: every pair of long edges proposes the vanishing point where they meet (an
 * exhaustive RANSAC, hence deterministic), the proposal with the highest truncated quadratic score (MSAC, Torr &
 * Zisserman 2000) is refined by reweighted least squares (Gauss-Newton, Tukey's weights). `undefined` when no two edges
 * agree.
 */
export function estimateTilt(edges: readonly Edge[]): TiltEstimate | undefined {
  const longest = [...edges].sort((a, b) => b.length - a.length).slice(0, PROPOSERS);
  let best: Tilt | undefined;
  let bestScore = 0;
  for (let i = 0; i < longest.length; i++) {
    for (let j = i + 1; j < longest.length; j++) {
      const tilt = meetingTilt(longest[i], longest[j]);
      if (!tilt) continue;
      const score = scoreOf(edges, tilt);
      if (score <= bestScore) continue;
      bestScore = score;
      best = tilt;
    }
  }
  return best && refine(edges, best);
}

export function totalLength(edges: readonly Edge[]): number {
  return edges.reduce((sum, { length }) => sum + length, 0);
}

/** The angle, in radians, by which an edge deviates from an upright line in its place. */
export function deviation(edge: Edge, tilt: Tilt): number {
  const [x, y] = uprightAt(tilt, edge.x, edge.y);
  return Math.atan((x * edge.directionY - y * edge.directionX) / (x * edge.directionX + y * edge.directionY));
}

/** The tilt of a camera that sees two edges as upright: the direction that lies in both edges' planes. */
function meetingTilt(a: Edge, b: Edge): Tilt | undefined {
  const [ax, ay, az] = planeOf(a);
  const [bx, by, bz] = planeOf(b);
  const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const norm = Math.hypot(x, y, z);
  if (norm < 1e-6) return undefined;
  const sign = y < 0 ? 1 : -1;
  const pitch = Math.asin((sign * z) / norm);
  const roll = Math.atan2(-sign * x, -sign * y);
  return Math.abs(pitch) < WIDEST.pitch && Math.abs(roll) < WIDEST.roll ? { roll, pitch } : undefined;
}

/** Unit normal of the plane through the camera and an edge. */
function planeOf({ x, y, directionX, directionY }: Edge): readonly [number, number, number] {
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
    const limit = MAX_DEVIATION * sigma;
    const ratio = (sine * sine) / ((dx * dx + dy * dy) * limit * limit);
    if (ratio < 1) score += length * (1 - ratio);
  }
  return score;
}

const REFINEMENTS = 12;

function refine(edges: readonly Edge[], proposal: Tilt): TiltEstimate {
  let tilt = proposal;
  for (let k = 0; k < REFINEMENTS; k++) {
    const { rr, rp, pp, gr, gp } = normalEquations(edges, tilt);
    const det = rr * pp - rp * rp;
    tilt = { roll: tilt.roll - (pp * gr - rp * gp) / det, pitch: tilt.pitch - (rr * gp - rp * gr) / det };
  }
  const { rr, rp, pp } = normalEquations(edges, tilt);
  const det = rr * pp - rp * rp;
  const inliers = edges.filter((edge) => Math.abs(deviation(edge, tilt)) < MAX_DEVIATION * edge.sigma);
  return {
    tilt,
    covariance: { roll: pp / det, pitch: rr / det, mixed: -rp / det },
    inliers,
    inlierShare: totalLength(inliers) / totalLength(edges),
  };
}

/**
 * Of the weighted squares of all deviations and of the prior: the matrix [[rr, rp], [rp, pp]] and the gradient (gr,
 * gp).
 */
function normalEquations(edges: readonly Edge[], tilt: Tilt) {
  const step = 1e-4;
  let [rr, pp] = [1 / PRIOR_SIGMA.roll ** 2, 1 / PRIOR_SIGMA.pitch ** 2];
  let [gr, gp, rp] = [rr * tilt.roll, pp * tilt.pitch, 0];
  for (const edge of edges) {
    const error = deviation(edge, tilt);
    const ratio = error / (MAX_DEVIATION * edge.sigma);
    if (Math.abs(ratio) >= 1) continue;
    const weight = ((1 - ratio * ratio) / edge.sigma) ** 2;
    const byRoll = (deviation(edge, { ...tilt, roll: tilt.roll + step }) - error) / step;
    const byPitch = (deviation(edge, { ...tilt, pitch: tilt.pitch + step }) - error) / step;
    rr += weight * byRoll * byRoll;
    rp += weight * byRoll * byPitch;
    pp += weight * byPitch * byPitch;
    gr += weight * byRoll * error;
    gp += weight * byPitch * error;
  }
  return { rr, rp, pp, gr, gp };
}
