import { type Homography, identityHomography } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Modelled, refineInModel } from "./choose-model.ts";
import { findShifts } from "./coarse-search.ts";
import {
  type FeaturePair,
  makeFeatures,
  releaseFeatures,
  releaseToned,
  type TonedPyramid,
  tilePx,
  tonePyramid,
} from "./features.ts";
import { type Pyramid, pictureTransform, rescaleTransform } from "./luminance-pyramid.ts";
import { cornerDistance, type MotionEstimate, motionOf } from "./motion.ts";
import { accumulate, cornerUncertainty } from "./normal-equations.ts";
import type { AlignOptions } from "./options.ts";
import { type Refined, refine } from "./refine.ts";
import { refineFine } from "./refine-fine.ts";
import { correctTone } from "./tone-correction.ts";
import { type IsMover, matchToneByPairs, matchToneByRank, readPairs, type ToneMatch } from "./tone-match.ts";

/** Shifts that are followed further; repeated structure (blinds, tiles) makes false peaks. */
const hypotheses = 4;
/** Tone curves are read from planes no larger than this: the pixels suffice, and noise and misfit count less. */
const tonePixels = 150_000;
/** Places of the finest plane from which the last tone curve is corrected. */
const correctionSamples = 100_000;
/** Share of the pixels, by gradient, that takes part on small and on large planes. */
const shareOfSmall = 0.8;
const shareOfLarge = 0.15;
const largePixels = 300_000;

/** Less of a plane is all border. */
const leastPlaneEdgePx = 24;
/** Plausible motions of a hand between two shots. */
const maxRotationDeg = 4;
const maxScaling = 0.02;
/** Frames that correlate less have nothing in common. */
const leastScore = 0.15;
/** One standard deviation of a corner, px per 3,000 px of width, above which the texture does not determine the motion. */
const maxUncertainty = 1;

interface Search {
  readonly bright: Pyramid;
  readonly dark: Pyramid;
  readonly options: AlignOptions;
  readonly context: StageContext;
}

/** A motion found on one level, with what was seen there. */
interface Found extends Modelled {
  readonly level: number;
}

/**
 * Motion from pixels of `bright` to pixels of `dark`, the darker exposure of the same scene and size. Coarse to fine: exhaustive
 * whole-pixel search on the coarsest plane, then robust Gauss–Newton on each.
 */
export async function estimateMotion(
  bright: Pyramid,
  dark: Pyramid,
  options: AlignOptions,
  context: StageContext,
): Promise<MotionEstimate> {
  const { width, height } = bright.levels[0];
  if (Math.min(width, height) < leastPlaneEdgePx) return refused("the pictures are too narrow to align", 0);
  const second = Math.max(0, bright.levels.length - 2);
  const rank = matchToneByRank(bright, dark);
  if (!rank) return refused("the frames share no range of tones", 0);
  const search: Search = { bright, dark, options, context };
  const start = await bestStart(search, second, rank);
  return start ? refineToFinest(search, start) : refused("no motion fits the frames", 0);
}

/** From the level of `start` to the finest plane, then on tiles of the pictures; tones are matched anew before the first and the last. */
async function refineToFinest(search: Search, start: Found): Promise<MotionEstimate> {
  const { bright, dark, context } = search;
  let found: Found | undefined = start;
  let verdict = refused("no motion fits the frames", 0);
  const toned = await toneBy(search, start, start.level + 1);
  for (let level = start.level; toned && found && level >= 0; level--) {
    throwIfCancelled(context, "align");
    const from = rescaleTransform(found.transform, 2 ** (found.level - level));
    const blocked = level === 0 ? bright.blocked : undefined;
    const pair = await makeFeatures(toned[level], blocked, shareOf(toned[level]), context);
    const settings = { maxSteps: 10, tolerancePx: 0.02, deviation: found.equations.deviation * 2 };
    const refined = await refineInModel(pair, from, search.options.alignModel, settings, context);
    found = refined && { ...refined, level };
    if (found && level === 0) verdict = await judge(search, found, pair);
    releaseFeatures(pair, context);
  }
  if (toned) releaseToned(toned, context);
  if (!found || !verdict.found) return verdict;
  const tone = lastTone(search, found);
  const coarse = { ...verdict, transform: pictureTransform(found.transform, bright.factor, 0) };
  return tone ? refineFine({ bright, dark, found, wanted: search.options.alignModel, coarse, tone }, context) : coarse;
}

/** Follows the best shifts of the coarsest plane to the given, finer one and keeps the one that agrees best there. */
async function bestStart(search: Search, level: number, tone: ToneMatch): Promise<Found | undefined> {
  const { bright, dark, options, context } = search;
  const coarsest = bright.levels.length - 1;
  const count = coarsest - level + 1;
  const toned = await tonePyramid(bright.levels[level], dark.levels[level], tone, count, context);
  const fine = await makeFeatures(toned[0], undefined, shareOfSmall, context);
  const coarse = await makeFeatures(toned[count - 1], undefined, shareOfSmall, context);
  const reach = Math.ceil(options.maxShift * Math.max(coarse.width, coarse.height)) + 1;
  let best: Found | undefined;
  for (const { dx, dy } of findShifts(coarse, reach, hypotheses)) {
    const settings = { model: "euclidean", maxSteps: 8, tolerancePx: 0.02, deviation: 1 } as const;
    const first = await refine(coarse, [1, 0, dx, 0, 1, dy, 0, 0, 1], settings, context);
    if (!first) continue;
    const from = rescaleTransform(first.transform, 2 ** (coarsest - level));
    const second = await refine(fine, from, { ...settings, maxSteps: 6 }, context);
    if (second && (!best || agreement(second) > agreement(best))) {
      best = { ...second, level, model: "euclidean" };
    }
  }
  releaseFeatures(coarse, context);
  releaseFeatures(fine, context);
  releaseToned(toned, context);
  return best;
}

/** Correlation over the whole picture: a false shift may fit well on the few tiles that it leaves open. */
function agreement({ equations, open }: Refined): number {
  return (equations.correlation * open.reduce((sum, tile) => sum + tile, 0)) / open.length;
}

/** The frames on one scale of tones. */
async function toneBy(search: Search, found: Found, count: number): Promise<TonedPyramid | undefined> {
  const tone = matchTone(search, found);
  return tone && tonePyramid(search.bright.levels[0], search.dark.levels[0], tone, count, search.context);
}

/** Tones read from the pixels that a motion lays on each other, movers left out. */
function matchTone({ bright, dark }: Search, found: Found): ToneMatch | undefined {
  let level = 0;
  while (level < bright.levels.length - 1 && bright.levels[level].data.length > tonePixels) level++;
  const { transform, isMover } = onLevel(found, level, bright);
  return matchToneByPairs(bright.levels[level], dark.levels[level], transform, isMover);
}

/** The tones once the motion is known to a pixel or two of the picture: matched anew, and corrected on the finest plane. */
function lastTone(search: Search, found: Found): ToneMatch | undefined {
  const tone = matchTone(search, found);
  if (!tone) return undefined;
  const { bright, dark } = search;
  const { transform, isMover } = onLevel(found, 0, bright);
  return correctTone(tone, readPairs(bright.levels[0], dark.levels[0], transform, isMover, correctionSamples));
}

/** A motion and its movers on another level than it was found on. */
function onLevel(found: Found, level: number, { levels }: Pyramid): { transform: Homography; isMover: IsMover } {
  const scale = 2 ** (found.level - level);
  const tilesX = Math.ceil(levels[found.level].width / tilePx);
  const isMover = (x: number, y: number) =>
    found.open[Math.floor(y / scale / tilePx) * tilesX + Math.floor(x / scale / tilePx)] === 0;
  return { transform: rescaleTransform(found.transform, scale), isMover };
}

function shareOf({ width, height }: TonedPyramid[number]): number {
  return width * height > largePixels ? shareOfLarge : shareOfSmall;
}

async function judge(search: Search, found: Found, pair: FeaturePair): Promise<MotionEstimate> {
  const { options, context } = search;
  const { equations, model } = found;
  const score = equations.correlation;
  const { width, height } = pair;
  if (!(score >= leastScore))
    return refused(`the frames do not look alike (correlation ${score.toFixed(2)})`, score, true);
  const uncertainty = (cornerUncertainty(equations, model, width, height) * 3000) / width;
  if (!(uncertainty <= maxUncertainty)) return refused("too little texture to determine the motion", score);
  const { shiftPx, rotationDeg, scale } = motionOf(found.transform, width, height);
  const shift = shiftPx / Math.max(width, height);
  if (shift > options.maxShift) {
    return refused(`the shift found, ${(100 * shift).toFixed(1)} %, is above maxShift`, score, true);
  }
  if (Math.abs(rotationDeg) > maxRotationDeg || Math.abs(scale - 1) > maxScaling) {
    return refused(`the motion found is implausible (${rotationDeg.toFixed(2)}°, × ${scale.toFixed(4)})`, score, true);
  }
  const still = await accumulate(pair, identityHomography, found.open, 1, context);
  const moves = cornerDistance(found.transform, identityHomography, width, height);
  if (still.correlation > score && moves > 1) {
    return refused("leaving the frame as it is fits better than any motion found", score);
  }
  const uncertaintyPx = (uncertainty * search.bright.image.width) / 3000;
  return { found: true, transform: found.transform, score, uncertaintyPx };
}

function refused(reason: string, score: number, differs = false): MotionEstimate {
  return { found: false, reason, score, differs };
}
