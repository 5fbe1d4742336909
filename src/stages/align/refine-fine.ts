import type { Homography, IntegerImage } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { refineInModel } from "./choose-model.ts";
import { tilePx } from "./features.ts";
import { makeFinePair, releaseFine } from "./fine-tiles.ts";
import { type Pyramid, pictureTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate } from "./motion.ts";
import { cornerUncertainty } from "./normal-equations.ts";
import type { AlignModel } from "./options.ts";
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
 * The pictures may correct the plane by so many of their fine pixels, not contradict it: noise pulls a nearly black
 * picture away.
 */
const mostCorrectionPx = 1.5;

/**
 * A tenth of a picture of 3,000 × 2,000 is enough for frames a few stops apart; a third of it has most of its edges.
 */
const fewPixels = 600_000;
const manyPixels = 2_000_000;
/** From this standard deviation of a corner down, px per 3,000 px of width, more pixels are not asked for. */
const enoughPx = 0.006;

/**
 * Measures a motion that is known to a fine pixel or two on tiles of the pictures themselves. A plane of means is not
 * precise to a few hundredths: it has fewer edges, and where a window meets a wall the mean of tones is not the tone of
 * the mean. `undefined` if the tiles do not determine the motion, or contradict the plane.
 */
export async function refineFine(search: FineSearch, context: StageContext): Promise<MotionEstimate | undefined> {
  const { bright, coarse } = search;
  if (bright.factor === bright.fineFactor) return coarse;
  const quick = await refineOn(search, fewPixels, context);
  const refined =
    quick && quick.uncertainty <= enoughPx ? quick : ((await refineOn(search, manyPixels, context)) ?? quick);
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
  const tiles = { found, planeWidth, planeTilePx: tilePx, ratio, fineFactor, transform, tone, mostPixels };
  const pair = await makeFinePair({ ...pictures, ...tiles }, context);
  if (!pair) return undefined;
  const settings = { maxSteps: 8, tolerancePx: 0.004, deviation: found.equations.deviation * 2 };
  const refined = await refineInModel(pair, transform, wanted, settings, context);
  releaseFine(pair, context);
  if (!refined) return undefined;
  const { width, height } = pair;
  if (!(cornerDistance(refined.transform, transform, width, height) < mostCorrectionPx)) return undefined;
  const uncertainty = (cornerUncertainty(refined.equations, refined.model, width, height) * 3000) / width;
  return { transform: refined.transform, uncertainty };
}
