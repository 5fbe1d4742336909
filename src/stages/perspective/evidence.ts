import { degreesOf } from "../../image/index.ts";
import { logOdds } from "../../ops/index.ts";
import { bias, scales, weights } from "./confidence-weights.ts";
import {
  proposeTilts,
  type RefinedTilt,
  refineTilt,
  sigmasApart,
  type TiltEstimate,
  tiltOfGrid,
} from "./estimate-tilt.ts";
import type { FoundEdges } from "./find-edges.ts";
import { findGrid, type Grid } from "./level-edges.ts";
import { features, tilts } from "./params.ts";
import { deviation, type Edge, leanAt, type Tilt, totalLength, type View } from "./tilt.ts";

/** Evidence for a tilt: how well a picture's edges agree with it. Its confidence is computed from this. */
export interface Evidence {
  /** Logarithm of the number of upright edges. */
  readonly edges: number;
  /** Length of the upright edges, as a share of all nearly vertical ones, 0 to 1. */
  readonly share: number;
  /** Logarithm of the standard error of the lean at the picture's borders, in degrees. */
  readonly uncertainty: number;
  /** Root mean square of the upright edges' deviations, in their own standard errors. */
  readonly scatter: number;
  /** Logarithm of the length of nearly upright edges, divided by that of upright ones. Large for trees. */
  readonly misses: number;
  /** Number of the picture's 16 columns that contain upright edges, and share of its width that they span, 0 to 1. */
  readonly columns: number;
  readonly span: number;
  /** How clearly level edges form a grid, and how much more clearly than with a level camera: −1 to 1. */
  readonly grid: number;
  readonly gridGain: number;
  /** Length of the level edges in the grid, relative to the picture's longer edge. */
  readonly gridLength: number;
  /** Share of the grid among all level edges, 0 to 1, by squared length, which favours long edges. */
  readonly gridShare: number;
  /**
   * Logarithm of the standard error of the lean at the picture's borders if only the grid determines it, in degrees.
   */
  readonly gridSigma: number;
  /** Distance between this tilt and that of the grid alone, in standard errors. */
  readonly gridZ: number;
  /** Difference between `gridLength` and that of the best other candidate; `gridLength` itself if there is no other. */
  readonly rivalGrid: number;
  /** Logarithm of the largest change of the lean, in degrees, if a third of the upright edges is ignored. */
  readonly fragility: number;
  /** Absolute roll and pitch in degrees, which are usually small. */
  readonly roll: number;
  readonly pitch: number;
}

/** A possible tilt of the camera and the evidence for it. */
export interface Candidate {
  readonly estimate: TiltEstimate;
  readonly grid: Grid;
  readonly evidence: Evidence;
  /** Standard error of the lean at the picture's left or right border, the larger one, in degrees. */
  readonly uncertaintyDeg: number;
}

/** All tilts on which some edges agree, each refined with the upright edges and those of its grid. */
export function weighTilts(edges: FoundEdges, view: View): Candidate[] {
  const refined = refineTilts(edges);
  const levelSupport = findGrid(edges.flat, { roll: 0, pitch: 0 }).support;
  return refined.map((one) => {
    const { estimate, grid } = one;
    const uncertaintyDeg = degreesOf(uncertaintyAtBorders(estimate, view));
    const others = refined.filter((other) => other !== one).map((other) => gridLengthOf(other.grid));
    const surroundings = { edges, view, levelSupport, uncertaintyDeg, rivalLength: Math.max(0, ...others) };
    return { estimate, grid, evidence: evidenceOf(one, surroundings), uncertaintyDeg };
  });
}

interface Refined {
  readonly estimate: TiltEstimate;
  readonly grid: Grid;
  /** The tilt that follows from the grid alone. */
  readonly ofGrid: RefinedTilt;
}

function refineTilts({ steep, flat }: FoundEdges): Refined[] {
  if (steep.length < 2) return [];
  const found: Refined[] = [];
  for (const proposal of proposeTilts(steep)) {
    const { tilt } = refineTilt(steep, proposal);
    const grid = findGrid(flat, tilt);
    const estimate = refineTilt(steep, tilt, grid.support > tilts.minGridSupport ? grid : undefined);
    const isKnown = found.some((other) => distance(other.estimate.tilt, estimate.tilt) < tilts.same);
    if (isKnown || estimate.inliers.length < 2) continue;
    found.push({ estimate, grid, ofGrid: tiltOfGrid(grid, tilt) });
  }
  return found;
}

function gridLengthOf(grid: Grid): number {
  return Math.min(features.maxGridLength, totalLength(grid.inliers));
}

interface Surroundings {
  readonly edges: FoundEdges;
  readonly view: View;
  readonly levelSupport: number;
  readonly uncertaintyDeg: number;
  /** The largest `gridLength` of the other candidates. */
  readonly rivalLength: number;
}

function evidenceOf({ estimate, grid, ofGrid }: Refined, surroundings: Surroundings): Evidence {
  const { edges, view, levelSupport, uncertaintyDeg, rivalLength } = surroundings;
  const { steep, flat } = edges;
  const { tilt, inliers, inlierShare } = estimate;
  const length = totalLength(inliers);
  const errorOf = (edge: Edge) => Math.abs(deviation(edge, tilt)) / edge.sigma;
  const [from, to] = features.missed;
  const missed = steep.filter((edge) => errorOf(edge) >= from && errorOf(edge) < to);
  const { columns, span } = spreadOf(inliers, view);
  const gridLength = gridLengthOf(grid);
  return {
    edges: Math.log(inliers.length + 1),
    share: inlierShare,
    uncertainty: Math.log(uncertaintyDeg + features.minDeg),
    scatter: Math.sqrt(inliers.reduce((sum, edge) => sum + edge.length * errorOf(edge) ** 2, 0) / length),
    misses: Math.log(totalLength(missed) / (length + features.minLength) + features.minLength),
    columns,
    span,
    grid: Math.tanh(grid.support / features.gridScale),
    gridGain: Math.tanh((grid.support - levelSupport) / features.gainScale),
    gridLength,
    gridShare: flat.length > 0 ? sumOfSquares(grid.inliers) / sumOfSquares(flat) : 0,
    gridSigma: Math.log(degreesOf(uncertaintyAtBorders(ofGrid, view)) + features.minDeg),
    gridZ: sigmasApart(estimate, ofGrid),
    rivalGrid: gridLength - rivalLength,
    fragility: Math.log(fragilityDeg(estimate, steep, view) + features.minDeg),
    roll: Math.abs(degreesOf(tilt.roll)),
    pitch: Math.abs(degreesOf(tilt.pitch)),
  };
}

function sumOfSquares(edges: readonly Edge[]): number {
  return edges.reduce((sum, { length }) => sum + length * length, 0);
}

function spreadOf(inliers: readonly Edge[], { width, focalPx }: View): { columns: number; span: number } {
  const lengths = new Float64Array(features.columns);
  for (const { x, length } of inliers) {
    const column = Math.floor(((x * focalPx) / width + 0.5) * features.columns);
    lengths[Math.min(features.columns - 1, Math.max(0, column))] += length;
  }
  const filled = [...lengths.keys()].filter((column) => lengths[column] > features.columnLength);
  const span = filled.length > 0 ? (filled[filled.length - 1] - filled[0]) / (features.columns - 1) : 0;
  return { columns: filled.length, span };
}

/** Omits each third of the upright edges, from left to right: a reliable tilt does not depend on a single object. */
function fragilityDeg({ tilt, inliers }: TiltEstimate, steep: readonly Edge[], view: View): number {
  const total = totalLength(inliers);
  const partOf = new Map<Edge, number>();
  let passed = 0;
  for (const edge of [...inliers].sort((a, b) => a.x - b.x)) {
    partOf.set(edge, Math.min(features.parts - 1, Math.floor(((passed + edge.length / 2) / total) * features.parts)));
    passed += edge.length;
  }
  let largest = 0;
  for (let part = 0; part < features.parts; part++) {
    const others = steep.filter((edge) => partOf.get(edge) !== part);
    const without = refineTilt(others, tilt).tilt;
    const side = view.width / 2 / view.focalPx;
    for (const x of [-side, side]) largest = Math.max(largest, Math.abs(leanAt(without, x, 0) - leanAt(tilt, x, 0)));
  }
  return degreesOf(largest);
}

/** The lean changes with pitch in proportion to the distance from the centre, and with roll uniformly. */
function uncertaintyAtBorders({ covariance: { roll, pitch, mixed } }: RefinedTilt, { width, focalPx }: View): number {
  const x = width / 2 / focalPx;
  return Math.sqrt(roll + x * x * pitch + 2 * x * Math.abs(mixed));
}

function distance(a: Tilt, b: Tilt): number {
  return Math.hypot(a.roll - b.roll, a.pitch - b.pitch);
}

/**
 * The probability, 0 to 1, that a tilt with this evidence is accurate to 0.35°. Fitted by bench/perspective/fit.ts.
 */
export function confidenceIn(evidence: Evidence): number {
  return 1 / (1 + Math.exp(-logOdds(evidence, { bias, scales, weights })));
}
