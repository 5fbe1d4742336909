import { applyHomography, type Homography, radiansOf } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { ComparedPair } from "./compared-tiles.ts";
import { cornerDistance, motionOf } from "./motion.ts";
import { cornerUncertainty, solveStep } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
import { models } from "./params.ts";
import { applyStep, type Refined, type RefineSettings, refine } from "./refine.ts";

/** A refined motion and its model. */
export interface Modelled extends Refined {
  readonly model: AlignModel;
}

/**
 * Refines a motion in the requested model. For a homography it uses a similarity, unless perspective is clearly needed:
 * the four additional unknowns double the uncertainty of the corners.
 */
export async function refineInModel(
  pair: ComparedPair,
  start: Homography,
  wanted: AlignModel,
  settings: Omit<RefineSettings, "model">,
  context: StageContext,
): Promise<Modelled | undefined> {
  const model = wanted === "homography" ? "similarity" : wanted;
  const upright = isAffine(start) ? start : similarityOf(start, pair.width, pair.height);
  const simple = await refine(pair, upright, { ...settings, model }, context);
  if (wanted !== "homography") return simple && { ...simple, model };
  if (simple && isAffine(start) && !mayBend(simple, pair)) return { ...simple, model };
  const from = isAffine(start) && simple ? simple.transform : start;
  const free = await refine(pair, from, { ...settings, model: "homography" }, context);
  if (free && (!simple || bends(free, simple, pair))) return { ...free, model: "homography" };
  return simple && { ...simple, model };
}

/**
 * Whether the next step in the perspective model would be large: the sums of the last step show it, without another
 * pass.
 */
function mayBend({ transform, equations }: Refined, pair: ComparedPair): boolean {
  const step = solveStep(equations, "homography");
  if (!step) return false;
  const next = applyStep(transform, step, pair, "homography");
  return cornerDistance(transform, next, pair.width, pair.height) > models.minBendPx / 2;
}

/** Whether the perspective model is needed: it moves the corners by more than chance does, and improves the match. */
function bends(free: Refined, simple: Refined, pair: ComparedPair): boolean {
  const distance = cornerDistance(free.transform, simple.transform, pair.width, pair.height);
  const chance = cornerUncertainty(free.equations, "homography", pair.width, pair.height);
  return (
    distance > models.minBendPx &&
    distance > models.chances * chance &&
    free.equations.correlation > simple.equations.correlation
  );
}

function isAffine(h: Homography): boolean {
  return h[6] === 0 && h[7] === 0;
}

/** The similarity part of a transform at the centre of the plane. */
function similarityOf(h: Homography, width: number, height: number): Homography {
  const { rotationDeg, scale } = motionOf(h, width, height);
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const centre = applyHomography(h, cx, cy);
  const a = scale * Math.cos(radiansOf(rotationDeg));
  const b = scale * Math.sin(radiansOf(rotationDeg));
  return [a, -b, centre.x - a * cx + b * cy, b, a, centre.y - b * cx - a * cy, 0, 0, 1];
}
