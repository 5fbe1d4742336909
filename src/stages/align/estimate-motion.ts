import { type Homography, type IntegerImage, identityHomography } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Modelled, refineInModel } from "./choose-model.ts";
import {
  type FeaturePair,
  makeFeatures,
  releaseFeatures,
  releaseToned,
  type TonedPyramid,
  tonePyramid,
} from "./features.ts";
import { type Pyramid, pictureTransform, rescaleTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate, motionOf } from "./motion.ts";
import { accumulate, cornerUncertainty } from "./normal-equations.ts";
import type { AlignOptions } from "./options.ts";
import { featureLimits, lumaPyramid, motionLimits, roughMotion } from "./params.ts";
import { refineFine } from "./refine-fine.ts";
import type { Start } from "./rough-motion.ts";
import { correctTone } from "./tone-correction.ts";
import { fitExposureCurve, type IsMover, matchTone, readPairs, type ToneMatch } from "./tone-match.ts";

/** Two frames whose motion is estimated, and the relation of their tones. */
interface Search {
  readonly bright: Pyramid;
  readonly dark: Pyramid;
  /** The full-size pictures. */
  readonly pictures: { readonly bright: IntegerImage; readonly dark: IntegerImage };
  readonly tone: ToneMatch | undefined;
  readonly options: AlignOptions;
}

/** A motion found on one level, with the data of its last pass. */
interface Found extends Modelled {
  readonly level: number;
}

/**
 * Estimates the motion from pixels of `bright` to pixels of `dark`, the darker exposure of the same scene and size,
 * from an initial one: robust Gauss–Newton on every plane down to the finest, then on tiles of the pictures. If those
 * contradict the planes, the planes are measured again with corrected tones, because the edges of a badly matched tone
 * all pull in one direction.
 */
export async function estimateMotion(search: Search, start: Start, context: StageContext): Promise<MotionEstimate> {
  if (!start.found) return refused(start.reason, 0);
  const { tone } = search;
  if (!tone) return refused("the frames share no range of tones", 0);
  const begin: Found = { ...start.refined, level: start.level, model: "euclidean" };
  const first = await refinePlanes(search, tone, begin, start.level, context);
  if (!first.found) return first.verdict;
  const { estimate, corrected } = await refinePictures(search, first, tone, context);
  if (estimate) return estimate;
  const again = await refinePlanes(search, corrected, first.found, Math.min(1, start.level), context);
  if (!again.found || again.verdict.score < first.verdict.score) return first.coarse;
  return (await refinePictures(search, again, corrected, context)).estimate ?? again.coarse;
}

/** A motion on the finest plane and the same between pixels of the pictures, or the reason why there is none. */
type OnPlanes =
  | { readonly found: Found; readonly verdict: MotionEstimate; readonly coarse: MotionEstimate & { found: true } }
  | { readonly found?: undefined; readonly verdict: MotionEstimate };

/** Refines from the level of the initial motion down to the finest plane. */
async function refinePlanes(
  search: Search,
  tone: ToneMatch,
  begin: Found,
  from: number,
  context: StageContext,
): Promise<OnPlanes> {
  const { bright, dark, options } = search;
  const toned = await tonePyramid(bright.levels[0], dark.levels[0], tone, from + 1, context);
  let found: Found | undefined = begin;
  let verdict = refused("no motion fits the frames", 0);
  for (let level = from; found && level >= 0; level--) {
    throwIfCancelled(context, "align");
    const last = rescaleTransform(found.transform, 2 ** (found.level - level));
    const blocked = level === 0 ? bright.blocked : undefined;
    const pair = await makeFeatures(toned[level], blocked, shareOf(toned[level]), context);
    const { maxSteps, tolerancePx } = motionLimits;
    const settings = { maxSteps, tolerancePx, deviation: found.equations.deviation * 2 };
    const refined = await refineInModel(pair, last, options.alignModel, settings, context);
    found = refined && { ...refined, level };
    if (found && level === 0) verdict = await judge(search, found, pair, context);
    releaseFeatures(pair, context);
  }
  releaseToned(toned, context);
  if (!found || !verdict.found) return { verdict };
  return { found, verdict, coarse: { ...verdict, transform: pictureTransform(found.transform, bright.factor, 0) } };
}

/**
 * Refines on tiles of the pictures, with tones corrected by the motion on the planes; no estimate if the tiles
 * contradict it.
 */
async function refinePictures(
  search: Search,
  { found, coarse }: Extract<OnPlanes, { found: Found }>,
  tone: ToneMatch,
  context: StageContext,
): Promise<{ readonly estimate: MotionEstimate | undefined; readonly corrected: ToneMatch }> {
  const corrected = correctedTone(search, tone, found);
  const wanted = search.options.alignModel;
  return { estimate: await refineFine({ ...search, found, wanted, coarse, tone: corrected }, context), corrected };
}

/**
 * Tones fitted again once the motion is known to a pixel or two of the picture: on the finest plane without movers,
 * then corrected. The first curve included the movers; where few tones are known, they bent it, and its edges biased
 * the motion.
 */
function correctedTone({ bright, dark }: Search, tone: ToneMatch, found: Found): ToneMatch {
  const { transform, isMover } = onFinest(found, bright);
  const pairs = readPairs(bright.levels[0], dark.levels[0], transform, isMover, motionLimits.correctionSamples);
  const curve = fitExposureCurve(pairs.filter(({ bright: at }) => at < lumaPyramid.clipAt));
  return correctTone((curve && matchTone(curve)) ?? tone, pairs);
}

/** A motion and its movers on the finest plane. */
function onFinest(found: Found, { levels }: Pyramid): { transform: Homography; isMover: IsMover } {
  const scale = 2 ** found.level;
  const tilesX = Math.ceil(levels[found.level].width / featureLimits.tilePx);
  const isMover = (x: number, y: number) =>
    found.usable[
      Math.floor(y / scale / featureLimits.tilePx) * tilesX + Math.floor(x / scale / featureLimits.tilePx)
    ] === 0;
  return { transform: rescaleTransform(found.transform, scale), isMover };
}

function shareOf({ width, height }: TonedPyramid[number]): number {
  return width * height > motionLimits.largePixels ? motionLimits.shareOfLarge : roughMotion.shareOfSmall;
}

async function judge(
  { bright, options }: Search,
  found: Found,
  pair: FeaturePair,
  context: StageContext,
): Promise<MotionEstimate> {
  const { equations, model } = found;
  const score = equations.correlation;
  const { width, height } = pair;
  if (!(score >= motionLimits.minScore))
    return refused(`the frames do not look alike (correlation ${score.toFixed(2)})`, score, true);
  const uncertainty = (cornerUncertainty(equations, model, width, height) * 3000) / width;
  if (!(uncertainty <= motionLimits.maxUncertainty))
    return refused("too little texture to determine the motion", score);
  const { shiftPx, rotationDeg, scale } = motionOf(found.transform, width, height);
  const shift = shiftPx / Math.max(width, height);
  if (shift > options.maxShift) {
    return refused(`the shift found, ${(100 * shift).toFixed(1)} %, is above maxShift`, score, true);
  }
  if (Math.abs(rotationDeg) > motionLimits.maxRotationDeg || Math.abs(scale - 1) > motionLimits.maxScaling) {
    return refused(`the motion found is implausible (${rotationDeg.toFixed(2)}°, × ${scale.toFixed(4)})`, score, true);
  }
  const still = await accumulate(pair, identityHomography, found.usable, 1, context);
  const moves = cornerDistance(found.transform, identityHomography, width, height);
  if (still.correlation > score && moves > 1) {
    return refused("leaving the frame as it is fits better than any motion found", score);
  }
  const uncertaintyPx = (uncertainty * bright.pictureWidth) / 3000;
  return { found: true, transform: found.transform, score, uncertaintyPx };
}

function refused(reason: string, score: number, differs = false): MotionEstimate {
  return { found: false, reason, score, differs };
}
