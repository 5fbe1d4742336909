import { type StageContext, throwIfCancelled } from "../context.ts";
import { refineInModel } from "./choose-model.ts";
import { tilePx } from "./features.ts";
import { makeFinePair, releaseFine } from "./fine-tiles.ts";
import { type Pyramid, pictureTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate } from "./motion.ts";
import type { AlignModel } from "./options.ts";
import type { Refined } from "./refine.ts";
import type { ToneMatch } from "./tone-match.ts";

interface FineSearch {
  readonly bright: Pyramid;
  readonly dark: Pyramid;
  /** On the finest plane. */
  readonly found: Refined;
  readonly wanted: AlignModel;
  /** The same between pixels of the pictures. */
  readonly coarse: MotionEstimate & { readonly found: true };
  readonly tone: ToneMatch;
}

/** The pictures may correct the plane by so many of their fine pixels, not contradict it: noise can pull a weak picture away. */
const mostCorrectionPx = 5;

/**
 * Measures a motion that is known to a fine pixel or two on tiles of the pictures themselves. A plane of means cannot tell it to a
 * few hundredths: it has fewer edges, and where a window meets a wall the mean of tones is not the tone of the mean.
 */
export async function refineFine(search: FineSearch, context: StageContext): Promise<MotionEstimate> {
  const { bright, dark, found, wanted, coarse, tone } = search;
  const { factor, fineFactor } = bright;
  const ratio = factor / fineFactor;
  if (ratio === 1) return coarse;
  throwIfCancelled(context, "align");
  const transform = pictureTransform(found.transform, ratio, 0);
  const { width: planeWidth } = bright.levels[0];
  const tiles = { found, planeWidth, planeTilePx: tilePx, ratio, fineFactor, transform, tone };
  const pair = await makeFinePair({ bright: bright.image, dark: dark.image, ...tiles }, context);
  if (!pair) return coarse;
  const settings = { maxSteps: 8, tolerancePx: 0.003, deviation: found.equations.deviation * 2 };
  const refined = await refineInModel(pair, transform, wanted, settings, context);
  releaseFine(pair, context);
  if (!refined) return coarse;
  const { width, height } = pair;
  const corrected = cornerDistance(refined.transform, transform, width, height);
  if (!(corrected < mostCorrectionPx)) return coarse;
  return { ...coarse, transform: pictureTransform(refined.transform, fineFactor, 0) };
}
