import type { Homography, U8 } from "../../image/index.ts";
import { alignHistogramBins, alignSums, alignSumsPerBlock } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import { type FeaturePair, marginPx } from "./features.ts";
import { solveCholesky } from "./linear-solve.ts";
import type { AlignModel } from "./options.ts";

/** What one pass over a level says about a transform. */
export interface NormalEquations {
  /** JᵀWJ, 8 × 8, and JᵀWr, 8; in pixels of the level (see the kernel alignAccumulate). */
  readonly hessian: Float64Array;
  readonly gradient: Float64Array;
  /** Normalised correlation of the pixels that take part, −1 to 1; 0 without any. */
  readonly correlation: number;
  /** Standard deviation of the residuals, from their median, so that movers do not raise it. */
  readonly deviation: number;
  /** For each tile {Σt², Σt·f, count}. */
  readonly tileSums: Float64Array;
}

/** One entry a tile: 1, pixels are compared. */
export function openTiles({ width, height, tilePx }: FeaturePair): U8 {
  const tiles = Math.ceil(width / tilePx) * Math.ceil(height / tilePx);
  return new Uint8Array(new SharedArrayBuffer(tiles)).fill(1);
}

/** Sums over fixed blocks, added in their order: the bands of the runner cannot change the result. */
export async function accumulate(
  pair: FeaturePair,
  transform: Homography,
  open: U8,
  tukey: number,
  context: StageContext,
): Promise<NormalEquations> {
  const blocks = Math.ceil(pair.height / pair.tilePx);
  const sums = new Float64Array(new SharedArrayBuffer(blocks * alignSumsPerBlock * 8));
  const tileSums = new Float64Array(new SharedArrayBuffer(open.length * 3 * 8));
  const matrix = new Float64Array(new SharedArrayBuffer(9 * 8));
  matrix.set(transform);
  const args = { ...pair, transform: matrix, open, marginPx, tukey, sums, tileSums };
  await context.kernels.run("alignAccumulate", args, blocks, 4);
  const total = new Float64Array(alignSumsPerBlock);
  for (let i = 0; i < sums.length; i++) total[i % alignSumsPerBlock] += sums[i];
  const energy = total[alignSums.tt] * total[alignSums.ff];
  return {
    hessian: total.subarray(alignSums.hessian, alignSums.hessian + 64),
    gradient: total.subarray(alignSums.gradient, alignSums.gradient + 8),
    correlation: energy > 0 ? total[alignSums.tf] / Math.sqrt(energy) : 0,
    deviation: deviationOf(total.subarray(alignSums.histogram, alignSums.histogram + alignHistogramBins)),
    tileSums,
  };
}

/** How a model's parameters move the eight of a homography: one column of eight a parameter. */
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

/** The step of the eight parameters that a model allows, or `undefined` where the picture does not determine it. */
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
 * How uncertain the least certain corner's place is, px of the level: one standard deviation, propagated from the residuals as
 * if they were independent. Infinite where the picture does not determine the motion.
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
    const alongX = project(columns, [1, 0, u, v, 0, 0, -u * u, -u * v]);
    const alongY = project(columns, [0, 1, 0, 0, u, v, -u * v, -v * v]);
    let variance = 0;
    for (const direction of [alongX, alongY]) {
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

/** The median of |r| over 0.6745 (of a normal distribution), read from the histogram over √|r|. */
function deviationOf(histogram: Float64Array): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  let below = 0;
  let bin = 0;
  while (below + histogram[bin] < total / 2) below += histogram[bin++];
  const root = (bin + (total / 2 - below) / histogram[bin]) / (alignHistogramBins - 1);
  return (root * root) / 0.6745;
}
