import {
  composeHomographies,
  type Homography,
  invertHomography,
  isFiniteHomography,
  type U8,
} from "../../image/index.ts";
import { biweightTuning } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { ComparedPair } from "./compared-tiles.ts";
import { cornerDistance } from "./motion.ts";
import { excludeMovers } from "./movers.ts";
import { accumulate, type NormalEquations, solveStep, usableTiles } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
import { refinement } from "./params.ts";

export interface Refined {
  readonly transform: Homography;
  /** Of the last pass, which judged the transform before its last, small step. */
  readonly equations: NormalEquations;
  /** The tiles that were compared: those without movers. */
  readonly usable: U8;
}

export interface RefineSettings {
  readonly model: AlignModel;
  readonly maxSteps: number;
  /** Stops once a step moves no corner by more, px of the level. */
  readonly tolerancePx: number;
  /** Standard deviation of the residuals that the first pass assumes. */
  readonly deviation: number;
}

/**
 * Robust Gauss–Newton, inverse compositional (Baker & Matthews 2004) with iteratively re-weighted residuals. Gives
 * `undefined` where the pixels do not determine the motion or it leaves the picture.
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
      biweightTuning * Math.max(refinement.leastDeviation, deviation),
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

/** transform ∘ step⁻¹, the step given in the kernel's parameters. */
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
