import type { Homography, U8 } from "../../image/index.ts";
import { alignSumColumns, alignSums } from "../../kernels/index.ts";
import { solveCholesky } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type ComparedPair, countTiles, tileCentre } from "./compared-tiles.ts";
import type { AlignModel } from "./options.ts";
import { solving } from "./params.ts";

/** Evidence of one pass over a pair for a transform. */
export interface NormalEquations {
  /** JᵀWJ, 8 × 8, and JᵀWr, 8, of the usable tiles; in template pixels (see {@link shiftColumns}). */
  readonly hessian: Float64Array;
  readonly gradient: Float64Array;
  /** Normalised correlation of the compared pixels, −1 to 1; 0 without any. */
  readonly correlation: number;
  /** Standard deviation of the residuals: the median over the tiles, so that movers do not raise it. */
  readonly deviation: number;
  /** Sums of the kernel, one row per tile, including excluded ones. */
  readonly sums: Float64Array;
}

/** One entry per tile: 1 if its pixels are compared. */
export function usableTiles(pair: ComparedPair): U8 {
  return new Uint8Array(new SharedArrayBuffer(countTiles(pair))).fill(1);
}

/**
 * Each tile's sums come from one thread and are added in the order of the tiles, so the bands of the runner cannot
 * change the result.
 */
export async function accumulate(
  pair: ComparedPair,
  transform: Homography,
  usable: U8,
  tukey: number,
  context: StageContext,
): Promise<NormalEquations> {
  const count = countTiles(pair);
  const sums = new Float64Array(new SharedArrayBuffer(count * alignSumColumns * 8));
  const matrix = new Float64Array(new SharedArrayBuffer(9 * 8));
  matrix.set(transform);
  await context.kernels.run("alignAccumulate", { ...pair, transform: matrix, tukey, sums }, count, solving.bandTiles);
  return addTiles(pair, usable, sums);
}

/** A separate function, because JavaScript engines are slow to compile a loop in an asynchronous function. */
function addTiles(pair: ComparedPair, usable: U8, sums: Float64Array): NormalEquations {
  const count = countTiles(pair);
  const hessian = new Float64Array(64);
  const gradient = new Float64Array(8);
  const deviations = new Float64Array(count);
  let compared = 0;
  let [tt, ff, tf] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const tile = sums.subarray(i * alignSumColumns, (i + 1) * alignSumColumns);
    if (!usable[i] || tile[alignSums.count] === 0) continue;
    addTile(pair, i, tile, hessian, gradient);
    tt += tile[alignSums.tt];
    ff += tile[alignSums.ff];
    tf += tile[alignSums.tf];
    deviations[compared++] = Math.sqrt(tile[alignSums.rr] / tile[alignSums.count]);
  }
  const deviation = compared > 0 ? deviations.subarray(0, compared).sort()[compared >> 1] : 0;
  const correlation = tt > 0 && ff > 0 ? tf / Math.sqrt(tt * ff) : 0;
  return { hessian, gradient, correlation, deviation, sums };
}

/** Adds a tile as if all its pixels were at its centre. */
function addTile(
  pair: ComparedPair,
  i: number,
  tile: Float64Array,
  hessian: Float64Array,
  gradient: Float64Array,
): void {
  const centre = tileCentre(pair, i);
  const unit = 2 / Math.max(pair.width, pair.height);
  const u = (centre.x - (pair.width - 1) / 2) * unit;
  const v = (centre.y - (pair.height - 1) / 2) * unit;
  const [cx, cy] = shiftColumns(u, v);
  for (let a = 0; a < 8; a++) {
    gradient[a] += cx[a] * tile[alignSums.xr] + cy[a] * tile[alignSums.yr];
    const alongX = cx[a] * tile[alignSums.xx] + cy[a] * tile[alignSums.xy];
    const alongY = cx[a] * tile[alignSums.xy] + cy[a] * tile[alignSums.yy];
    for (let b = 0; b < 8; b++) hessian[a * 8 + b] += alongX * cx[b] + alongY * cy[b];
  }
}

/**
 * Shifts of the point (u, v) along x and y by the eight parameters of a homography, px; u and v are relative to the
 * plane's centre, in halves of its longer edge.
 */
function shiftColumns(u: number, v: number): readonly [readonly number[], readonly number[]] {
  return [
    [1, 0, u, v, 0, 0, -u * u, -u * v],
    [0, 1, 0, 0, u, v, -u * v, -v * v],
  ];
}

/** Parameters of each model as combinations of the eight of a homography: one column of eight per parameter. */
const modelColumns: Readonly<Record<AlignModel, readonly (readonly number[])[]>> = {
  euclidean: [
    [1, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, -1, 1, 0, 0, 0],
  ],
  similarity: [
    [1, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, -1, 1, 0, 0, 0],
    [0, 0, 1, 0, 0, 1, 0, 0],
  ],
  homography: Array.from({ length: 8 }, (_, i) => Array.from({ length: 8 }, (_, j) => (i === j ? 1 : 0))),
};

/** The step of the eight parameters within a model, or `undefined` if the picture does not determine it. */
export function solveStep(equations: NormalEquations, model: AlignModel): Float64Array | undefined {
  const columns = modelColumns[model];
  const right = project(columns, equations.gradient);
  const solved = solveCholesky(projectMatrix(columns, equations.hessian), right);
  if (!solved) return undefined;
  const step = new Float64Array(8);
  for (const [a, column] of columns.entries()) {
    for (let i = 0; i < 8; i++) step[i] += column[i] * solved[a];
  }
  return step;
}

/**
 * Uncertainty of the least certain corner, px of the level: one standard deviation, propagated from the residuals as if
 * they were independent. Infinite if the picture does not determine the motion.
 */
export function cornerUncertainty(
  equations: NormalEquations,
  model: AlignModel,
  width: number,
  height: number,
): number {
  const columns = modelColumns[model];
  const matrix = projectMatrix(columns, equations.hessian);
  const longer = Math.max(width, height);
  let worst = 0;
  for (const [u, v] of [
    [-width, -height],
    [width, -height],
    [-width, height],
    [width, height],
  ].map((c) => c.map((z) => z / longer))) {
    let variance = 0;
    for (const direction of shiftColumns(u, v).map((shift) => project(columns, shift))) {
      const solved = solveCholesky(matrix, direction);
      if (!solved) return Number.POSITIVE_INFINITY;
      for (let i = 0; i < solved.length; i++) variance += solved[i] * direction[i];
    }
    worst = Math.max(worst, variance);
  }
  return Math.sqrt(worst) * equations.deviation;
}

function project(columns: readonly (readonly number[])[], vector: ArrayLike<number>): Float64Array {
  return Float64Array.from(columns, (column) => column.reduce((sum, value, i) => sum + value * vector[i], 0));
}

function projectMatrix(columns: readonly (readonly number[])[], matrix: Float64Array): Float64Array {
  const half = columns.map((column) =>
    Float64Array.from({ length: 8 }, (_, j) => column.reduce((sum, value, i) => sum + value * matrix[i * 8 + j], 0)),
  );
  return Float64Array.from(half.flatMap((row) => [...project(columns, row)]));
}
