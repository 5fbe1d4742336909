import type { Homography, IntegerImage } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { refineInModel } from "./choose-model.ts";
import { makeFinePair, releaseFine } from "./fine-tiles.ts";
import { type Pyramid, pictureTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate } from "./motion.ts";
import { cornerUncertainty } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
import { featureLimits, fineRefinement } from "./params.ts";
import type { Refined } from "./refine.ts";
import type { ToneMatch } from "./tone-match.ts";

interface FineSearch {
  readonly bright: Pyramid;
  readonly pictures: { readonly bright: IntegerImage; readonly dark: IntegerImage };
  /** On the finest plane. */
  readonly found: Refined;
  readonly wanted: AlignModel;
  /** The same between pixels of the pictures. */
  readonly coarse: MotionEstimate & { readonly found: true };
  readonly tone: ToneMatch;
}

/**
 * Measures a motion that is known to a fine pixel or two on tiles of the pictures themselves. A plane of means is not
 * precise to a few hundredths: it has fewer edges, and where a window meets a wall the mean of tones is not the tone of
 * the mean. `undefined` if the tiles do not determine the motion, or contradict the plane.
 */
export async function refineFine(search: FineSearch, context: StageContext): Promise<MotionEstimate | undefined> {
  const { bright, coarse } = search;
  if (bright.factor === bright.fineFactor) return coarse;
  const quick = await refineOn(search, fineRefinement.fewPixels, context);
  const refined =
    quick && quick.uncertainty <= fineRefinement.enoughPx
      ? quick
      : ((await refineOn(search, fineRefinement.manyPixels, context)) ?? quick);
  if (!refined) return undefined;
  const transform = pictureTransform(refined.transform, bright.fineFactor, 0);
  return { ...coarse, transform, uncertaintyPx: (refined.uncertainty * bright.pictureWidth) / 3000 };
}

/** Measures on the most informative tiles; `undefined` if they do not determine the motion. */
async function refineOn(
  { bright, pictures, found, wanted, tone }: FineSearch,
  mostPixels: number,
  context: StageContext,
): Promise<{ readonly transform: Homography; readonly uncertainty: number } | undefined> {
  throwIfCancelled(context, "align");
  const { fineFactor } = bright;
  const ratio = bright.factor / fineFactor;
  const transform = pictureTransform(found.transform, ratio, 0);
  const { width: planeWidth } = bright.levels[0];
  const tiles = {
    found,
    planeWidth,
    planeTilePx: featureLimits.tilePx,
    ratio,
    fineFactor,
    transform,
    tone,
    mostPixels,
  };
  const pair = await makeFinePair({ ...pictures, ...tiles }, context);
  if (!pair) return undefined;
  const { mostSteps: maxSteps, tolerancePx } = fineRefinement;
  const settings = { maxSteps, tolerancePx, deviation: found.equations.deviation * 2 };
  const refined = await refineInModel(pair, transform, wanted, settings, context);
  releaseFine(pair, context);
  if (!refined) return undefined;
  const { width, height } = pair;
  if (!(cornerDistance(refined.transform, transform, width, height) < fineRefinement.mostCorrectionPx))
    return undefined;
  const uncertainty = (cornerUncertainty(refined.equations, refined.model, width, height) * 3000) / width;
  return { transform: refined.transform, uncertainty };
}
