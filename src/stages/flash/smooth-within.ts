import { boxMean } from "../../ops/index.ts";
import type { CellSize } from "./cells.ts";
import { minTotal } from "./params.ts";

export interface Guidance extends CellSize {
  /** Guide whose edges are preserved, unlike those of the values: log2 of light. */
  readonly guide: Float32Array;
  /** Weight of the value of each cell, 0 to 1. */
  readonly weights: Float32Array;
}

/**
 * Smooths values by a weighted guided filter (He, Sun, Tang 2010), so that cells without a value take that of their
 * surroundings. `radius` in cells, `epsilon` in the square of the guide's unit.
 */
export function smoothWithin(values: Float32Array, by: Guidance, radius: number, epsilon: number): Float32Array {
  const { width, height, guide, weights } = by;
  // Plain loops: `from` of a typed array is many times slower.
  const plane = (at: (i: number) => number) => {
    const data = new Float32Array(values.length);
    for (let i = 0; i < data.length; i++) data[i] = at(i);
    return data;
  };
  const mean = (at: (i: number) => number) => boxMean({ width, height, data: plane(at) }, radius, false);
  const total = mean((i) => weights[i]);
  const sumGuide = mean((i) => weights[i] * guide[i]);
  const sumValue = mean((i) => weights[i] * values[i]);
  const sumBoth = mean((i) => weights[i] * guide[i] * values[i]);
  const sumSquare = mean((i) => weights[i] * guide[i] * guide[i]);
  const [slopes, offsets] = [new Float32Array(values.length), new Float32Array(values.length)];
  for (let i = 0; i < values.length; i++) {
    const per = 1 / Math.max(total[i], minTotal);
    const [g, v] = [sumGuide[i] * per, sumValue[i] * per];
    const variance = Math.max(0, sumSquare[i] * per - g * g);
    slopes[i] = (sumBoth[i] * per - g * v) / (variance + epsilon);
    offsets[i] = v - slopes[i] * g;
  }
  const slope = mean((i) => total[i] * slopes[i]);
  const offset = mean((i) => total[i] * offsets[i]);
  const spread = mean((i) => total[i]);
  return plane((i) => (slope[i] * guide[i] + offset[i]) / Math.max(spread[i], minTotal));
}
