import {
  composeHomographies,
  type Homography,
  invertHomography,
  isFiniteHomography,
  type U8,
} from "../../image/index.ts";
import { alignSumColumns, alignSums } from "../../kernels/index.ts";
import { biweightTuning } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { ComparedPair } from "./compared-tiles.ts";
import { cornerDistance } from "./motion.ts";
import { accumulate, type NormalEquations, solveStep, usableTiles } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
import { movers, refinement } from "./params.ts";

interface Tile {
  readonly index: number;
  /** Σt·f / Σt²: the frame's texture relative to the template's. */
  readonly gain: number;
  /** Possible error of the gain by noise: three times its part in Σt·f, and its part in Σt², which reduces the gain. */
  readonly error: number;
  /** Offset that the tile's own texture asks for, px, and its standard deviation. */
  readonly offset: number;
  readonly blur: number;
  /** 0, hidden by noise, to 1. Strong texture does not count for more: glints on water would outweigh a wall. */
  readonly weight: number;
}

/**
 * Marks usable tiles. Tiles in which the frames show different things (people, waves, a door) are excluded. A tile's
 * gain is near 0 if the frames have nothing in common, and near that of the others if they match.
 */
function excludeMovers({ sums, deviation }: NormalEquations): U8 {
  const count = sums.length / alignSumColumns;
  const usable: U8 = new Uint8Array(new SharedArrayBuffer(count)).fill(1);
  const tiles = readTiles(sums, deviation);
  if (tiles.length < movers.minTiles) return usable;
  const usual = usualGain(tiles);
  const misfits = tiles.filter(
    ({ gain, error, offset, blur }) =>
      Math.abs(gain - usual) > movers.gainRange + error || offset > movers.offsetPx + 6 * blur,
  );
  if (weigh(misfits) > movers.maxExcluded * weigh(tiles)) return usable;
  for (const { index } of misfits) usable[index] = 0;
  return usable;
}

function readTiles(sums: Float64Array, deviation: number): Tile[] {
  const tiles: Tile[] = [];
  for (let row = 0, index = 0; row < sums.length; row += alignSumColumns, index++) {
    const energy = sums[row + alignSums.tt];
    if (energy === 0) continue;
    const noise = sums[row + alignSums.count] * deviation * deviation;
    tiles.push({
      index,
      gain: sums[row + alignSums.tf] / energy,
      error: (3 * deviation) / Math.sqrt(energy) + noise / energy,
      weight: energy / (energy + 4 * noise),
      ...ownOffset(sums.subarray(row, row + alignSumColumns), deviation),
    });
  }
  return tiles;
}

/**
 * The tile's own Gauss-Newton step; a tenth of the gradients' energy along both axes keeps a single edge from sliding
 * along itself.
 */
function ownOffset(tile: Float64Array, deviation: number): { offset: number; blur: number } {
  const trace = tile[alignSums.xx] + tile[alignSums.yy];
  if (!(trace > 0)) return { offset: 0, blur: 0 };
  const xx = tile[alignSums.xx] + movers.damping * trace;
  const yy = tile[alignSums.yy] + movers.damping * trace;
  const xy = tile[alignSums.xy];
  const determinant = xx * yy - xy * xy;
  const x = (yy * tile[alignSums.xr] - xy * tile[alignSums.yr]) / determinant;
  const y = (xx * tile[alignSums.yr] - xy * tile[alignSums.xr]) / determinant;
  return { offset: Math.hypot(x, y), blur: deviation * Math.sqrt((xx + yy) / determinant) };
}

function weigh(tiles: readonly Tile[]): number {
  return tiles.reduce((sum, { weight }) => sum + weight, 0);
}

/** The weighted median of the gains, limited to near 1, because the tones are matched. */
function usualGain(tiles: readonly Tile[]): number {
  let left = weigh(tiles) / 2;
  for (const { gain, weight } of [...tiles].sort((a, b) => a.gain - b.gain)) {
    left -= weight;
    if (left <= 0) return Math.min(movers.usualGain[1], Math.max(movers.usualGain[0], gain));
  }
  return 1;
}

export interface Refined {
  readonly transform: Homography;
  /** Equations of the last pass, computed before its last, small step. */
  readonly equations: NormalEquations;
  /** The compared tiles, without movers. */
  readonly usable: U8;
}

export interface RefineSettings {
  readonly model: AlignModel;
  readonly maxSteps: number;
  /** Maximum motion of a corner in the last step, px of the level. */
  readonly tolerancePx: number;
  /** Standard deviation of the residuals assumed in the first pass. */
  readonly deviation: number;
}

/**
 * Robust Gauss–Newton, inverse compositional (Baker & Matthews 2004) with iteratively reweighted residuals. Returns
 * `undefined` if the pixels do not determine the motion or it leaves the picture.
 */
export async function refine(
  pair: ComparedPair,
  start: Homography,
  settings: RefineSettings,
  context: StageContext,
): Promise<Refined | undefined> {
  let transform = start;
  let deviation = settings.deviation;
  let equations: NormalEquations | undefined;
  let usable = usableTiles(pair);
  let compared = usable;
  let settled = false;
  for (let step = 0; step < settings.maxSteps; step++) {
    compared = usable;
    equations = await accumulate(
      pair,
      transform,
      usable,
      biweightTuning * Math.max(refinement.minDeviation, deviation),
      context,
    );
    const delta = solveStep(equations, settings.model);
    if (!delta) return undefined;
    const next = applyStep(transform, delta, pair, settings.model);
    if (!isFiniteHomography(next)) return undefined;
    const distance = cornerDistance(transform, next, pair.width, pair.height);
    if (!(distance < Math.max(pair.width, pair.height))) return undefined;
    transform = next;
    deviation = equations.deviation;
    if (settled && distance < settings.tolerancePx) break;
    settled ||= distance < refinement.settledPx;
    if (settled) usable = excludeMovers(equations);
  }
  return equations && { transform, equations, usable: compared };
}

/** transform ∘ step⁻¹, with the step in the kernel's parameters. */
export function applyStep(transform: Homography, p: Float64Array, pair: ComparedPair, model: AlignModel): Homography {
  const unit = Math.max(pair.width, pair.height) / 2;
  const [cx, cy] = [(pair.width - 1) / 2, (pair.height - 1) / 2];
  const [tx, ty, a, b, c, d, e, f] = p.map((value) => value / unit);
  const turn = Math.hypot(1, c);
  const local: Homography =
    model === "euclidean"
      ? [1 / turn, b / turn, tx, c / turn, 1 / turn, ty, 0, 0, 1]
      : [1 + a, b, tx, c, 1 + d, ty, e, f, 1];
  const toUnit: Homography = [1 / unit, 0, -cx / unit, 0, 1 / unit, -cy / unit, 0, 0, 1];
  const toPixels: Homography = [unit, 0, cx, 0, unit, cy, 0, 0, 1];
  const inverse = invertHomography(composeHomographies(toPixels, composeHomographies(local, toUnit)));
  const next = composeHomographies(transform, inverse);
  return next.map((value) => value / next[8]) as unknown as Homography;
}
