import type { U16 } from "../../image/index.ts";
import { justTolerated } from "../../kernels/index.ts";
import { cellSamples, clipped, lumaSample } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import type { Grid } from "./cell-mask.ts";
import { type Comparison, darkSlackAt, toleranceAt } from "./compare.ts";
import { localTones } from "./params.ts";
import { cellsWithin } from "./window.ts";

/**
 * Share of an area's contradictions, 0 to 1, that curves fitted only to the area and its surroundings do not explain,
 * from the darker frame to the brighter and back. A camera's saturation, gamut and highlights bend single colours,
 * which then contradict the frames' model everywhere, but are related by a curve of their own. Movement remains
 * unexplained, in one direction at least: at the old and at the new position, the same tone meets different ones.
 */
export function unexplainedShare(
  { core, tolerated }: Area,
  comparisons: readonly Comparison[],
  found: readonly Uint8Array[],
  grid: Grid,
): number {
  const radius = Math.max(localTones.minSurround, Math.round(localTones.surround * Math.sqrt(core.length)));
  const cells = cellsWithin(core, grid, radius);
  let [contradicting, left] = [0, 0];
  for (const [k, comparison] of comparisons.entries()) {
    const at = core.filter((cell) => found[k][cell] > tolerated);
    if (at.length === 0) continue;
    contradicting += at.length;
    left += countLeft(at, cells, comparison, tolerated / justTolerated);
  }
  return left / Math.max(1, contradicting);
}

/** Number of cells in `at` that no curve fitted to `cells` explains within a share of the tolerance. */
function countLeft(at: Int32Array, cells: Int32Array, comparison: Comparison, share: number): number {
  const { dark, bright } = comparison;
  const left = new Uint8Array(at.length);
  for (let c = 0; c <= lumaSample; c++) {
    const factor = share * (c === lumaSample ? 1 : localTones.colourFactor);
    const up = fitCurve(byTone(cells, dark.data, c), dark.data, bright.data);
    const down = fitCurve(byTone(cells, bright.data, c), bright.data, dark.data);
    for (const [i, cell] of at.entries()) {
      const [a, b] = [dark.data, bright.data].map((data) => data[cell * cellSamples + c] / 65535);
      if (b >= clipped && a >= clipped) continue;
      const tolerance = factor * toleranceAt(comparison, c, b);
      const slack = factor * darkSlackAt(a);
      if (misses(up, a, slack, b, tolerance) || misses(down, b, tolerance, a, slack)) left[i] = 1;
    }
  }
  return left.reduce((sum, each) => sum + each, 0);
}

/** Whether a curve, within both tolerances, maps a value nowhere near another. */
function misses(curve: Curve, from: number, fromSlack: number, to: number, toSlack: number): boolean {
  const reached = [from - fromSlack, from, from + fromSlack].map((value) => valueOn(curve, value));
  return Math.min(...reached) - to > toSlack || to - Math.max(...reached) > toSlack;
}

interface Curve {
  readonly at: readonly number[];
  readonly values: readonly number[];
}

/** Medians of groups of equal size, in order of the first frame's tones; a tone that many cells share is one point. */
function fitCurve(sorted: Int32Array, from: U16, to: U16): Curve {
  const size = Math.max(localTones.minCells, Math.ceil(sorted.length / localTones.maxTones));
  const at: number[] = [];
  const values: number[] = [];
  for (let start = 0; start < sorted.length; start += size) {
    const group = sorted.subarray(start, start + size);
    if (group.length < localTones.minCells && at.length > 0) break;
    at.push(from[group[group.length >> 1]] / 65535);
    const shown = new Uint16Array(group.length);
    for (let i = 0; i < shown.length; i++) shown[i] = to[group[i]];
    shown.sort();
    values.push(shown[shown.length >> 1] / 65535);
  }
  return { at, values };
}

/** Positions of the cells' samples in increasing order of one sample; equal values keep their order. */
function byTone(cells: Int32Array, from: U16, c: number): Int32Array {
  const unsorted = cells.map((cell) => cell * cellSamples + c);
  return byDigit(byDigit(unsorted, from, 0), from, 8);
}

/** Positions in increasing order of eight bits of their samples, from bit `shift` up; equal ones keep their order. */
function byDigit(positions: Int32Array, from: U16, shift: number): Int32Array {
  const starts = new Uint32Array(257);
  for (let i = 0; i < positions.length; i++) starts[((from[positions[i]] >> shift) & 255) + 1]++;
  for (let digit = 1; digit < starts.length; digit++) starts[digit] += starts[digit - 1];
  const sorted = new Int32Array(positions.length);
  for (let i = 0; i < positions.length; i++) sorted[starts[(from[positions[i]] >> shift) & 255]++] = positions[i];
  return sorted;
}

function valueOn({ at, values }: Curve, x: number): number {
  let i = 0;
  while (i < at.length - 1 && at[i + 1] < x) i++;
  const next = Math.min(at.length - 1, i + 1);
  const span = at[next] - at[i];
  const share = span > 0 ? Math.min(1, Math.max(0, (x - at[i]) / span)) : 0;
  return values[i] + (values[next] - values[i]) * share;
}
