import { type Homography, identityHomography } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { findShifts } from "./coarse-search.ts";
import {
  type FeaturePair,
  makeFeatures,
  releaseFeatures,
  releaseToned,
  type TonedPyramid,
  tonePyramid,
} from "./features.ts";
import { type Pyramid, pictureTransform, rescaleTransform } from "./luminance-pyramid.ts";
import { cornerDistance, motionOf } from "./motion.ts";
import { accumulate, cornerUncertainty } from "./normal-equations.ts";
import type { AlignModel, AlignOptions } from "./options.ts";
import { type Refined, refine } from "./refine.ts";
import { matchToneByPairs, matchToneByRank, type ToneMatch } from "./tone-match.ts";

/** The motion between two frames, or why there is none to trust. `score` is the correlation of the aligned frames, −1 to 1. */
export type MotionEstimate =
  | { readonly found: true; readonly transform: Homography; readonly score: number }
  | { readonly found: false; readonly reason: string; readonly score: number };

/** Shifts that are followed further; repeated structure (blinds, tiles) makes false peaks. */
const hypotheses = 4;
/** Tone curves are read from planes no larger than this: the pixels suffice, and noise and misfit count less. */
const tonePixels = 150_000;
/** Share of the pixels, by gradient, that takes part on small and on large planes. */
const shareOfSmall = 0.8;
const shareOfLarge = 0.15;
const largePixels = 300_000;

/** Plausible motions of a hand between two shots. */
const maxRotationDeg = 4;
const maxScaling = 0.02;
/** Frames that correlate less have nothing in common. */
const leastScore = 0.15;
/** One standard deviation of a corner, px per 3,000 px of width, above which the texture does not determine the motion. */
const maxUncertainty = 0.5;

interface Search {
  readonly bright: Pyramid;
  readonly dark: Pyramid;
  readonly options: AlignOptions;
  readonly context: StageContext;
}

/** A motion found on one level, with what was seen there. */
interface Found extends Refined {
  readonly level: number;
  readonly model: AlignModel;
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
  const second = Math.max(0, bright.levels.length - 2);
  const rank = matchToneByRank(bright.levels[0], dark.levels[0]);
  if (!rank) return { found: false, reason: "the frames share no range of tones", score: 0 };
  const search: Search = { bright, dark, options, context };
  const start = await bestStart(search, second, rank);
  return start ? refineToFinest(search, start) : { found: false, reason: "no motion fits the frames", score: 0 };
}

/** From the level of `start` to the finest; tones are matched anew before the first and the last, the better known the movers. */
async function refineToFinest(search: Search, start: Found): Promise<MotionEstimate> {
  const { bright, context } = search;
  let found = start;
  let verdict: MotionEstimate | undefined;
  let toned = await toneBy(search, found, start.level + 1);
  for (let level = start.level; toned && level >= 0; level--) {
    throwIfCancelled(context, "align");
    const from = rescaleTransform(found.transform, 2 ** (found.level - level));
    const pair = await makeFeatures(
      toned[level],
      level === 0 ? bright.blocked : undefined,
      shareOf(toned[level]),
      context,
    );
    const refined = await refineAt(search, level, from, found, pair);
    if (refined && level === Math.min(1, start.level)) verdict = await judge(search, refined, pair);
    releaseFeatures(pair, context);
    if (level > 0 && !refined) break;
    if (verdict && (!verdict.found || verdict.transform === identityHomography)) break;
    if (refined && (level > 0 || agrees(refined, from, pair))) found = refined;
    if (level === 1) {
      releaseToned(toned, context);
      toned = await toneBy(search, found, 1);
    }
  }
  if (toned) releaseToned(toned, context);
  if (!verdict) return { found: false, reason: "no motion fits the frames", score: 0 };
  if (!verdict.found || verdict.transform === identityHomography) return verdict;
  return {
    found: true,
    transform: pictureTransform(found.transform, bright.factor, found.level),
    score: verdict.score,
  };
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

/** The frames on one scale of tones, read from the pixels that a motion lays on each other, movers left out. */
async function toneBy(
  { bright, dark, context }: Search,
  found: Found,
  count: number,
): Promise<TonedPyramid | undefined> {
  let level = 0;
  while (level < bright.levels.length - 1 && bright.levels[level].data.length > tonePixels) level++;
  const scale = 2 ** (found.level - level);
  const tilesX = Math.ceil(bright.levels[found.level].width / found.tilePx);
  const isMover = (x: number, y: number) =>
    found.open[Math.floor(y / scale / found.tilePx) * tilesX + Math.floor(x / scale / found.tilePx)] === 0;
  const transform = rescaleTransform(found.transform, scale);
  const tone = matchToneByPairs(bright.levels[level], dark.levels[level], transform, isMover);
  return tone && tonePyramid(bright.levels[0], dark.levels[0], tone, count, context);
}

function shareOf({ width, height }: TonedPyramid[number]): number {
  return width * height > largePixels ? shareOfLarge : shareOfSmall;
}

/** Refines on one level; on all but the finest it also tries the perspective model and keeps it where it is clearly needed. */
async function refineAt(
  search: Search,
  level: number,
  start: Homography,
  before: Found,
  pair: FeaturePair,
): Promise<Found | undefined> {
  const { options, context } = search;
  const wanted = options.alignModel;
  const simple = wanted === "homography" ? "similarity" : wanted;
  const model: AlignModel = before.model === "homography" ? "homography" : simple;
  const finest = level === 0;
  const settings = {
    model,
    maxSteps: finest ? 5 : 10,
    tolerancePx: finest ? 0.003 : 0.01,
    deviation: before.equations.deviation * 2,
  };
  const refined = await refine(pair, start, settings, context);
  if (!refined || wanted !== "homography" || model === "homography" || (finest && before.level > 0)) {
    return refined && { ...refined, level, model };
  }
  const free = await refine(pair, refined.transform, { ...settings, model: "homography" }, context);
  if (free && bends(free, refined, pair)) return { ...free, level, model: "homography" };
  return { ...refined, level, model };
}

/**
 * Whether the perspective model is needed: by how far it moves the corners, against chance, and for a small distance, which a
 * mover or a tone that fits badly may cause, also by a clearly smaller misfit.
 */
function bends(free: Refined, simple: Refined, pair: FeaturePair): boolean {
  const distance = cornerDistance(free.transform, simple.transform, pair.width, pair.height);
  const chance = cornerUncertainty(free.equations, "homography", pair.width, pair.height);
  if (distance < 12 * chance) return false;
  return distance > 0.6 || (distance > 0.25 && free.equations.deviation < 0.99 * simple.equations.deviation);
}

async function judge(search: Search, found: Found, pair: FeaturePair): Promise<MotionEstimate> {
  const { bright, options, context } = search;
  const { level, equations, model } = found;
  const score = equations.correlation;
  const refuse = (reason: string): MotionEstimate => ({ found: false, reason, score });
  const { width, height } = bright.levels[level];
  if (!(score >= leastScore)) return refuse(`the frames do not look alike (correlation ${score.toFixed(2)})`);
  const uncertainty = (cornerUncertainty(equations, model, width, height) * 3000) / width;
  if (!(uncertainty <= maxUncertainty)) return refuse("too little texture to determine the motion");
  const motion = motionOf(found.transform, width, height);
  if (motion.shiftPx > options.maxShift * Math.max(width, height)) {
    return refuse(
      `the shift found, ${((100 * motion.shiftPx) / Math.max(width, height)).toFixed(1)} %, is above maxShift`,
    );
  }
  if (Math.abs(motion.rotationDeg) > maxRotationDeg || Math.abs(motion.scale - 1) > maxScaling) {
    return refuse(`the motion found is implausible (${motion.rotationDeg.toFixed(2)}°, × ${motion.scale.toFixed(4)})`);
  }
  const still = await accumulate(pair, identityHomography, found.open, 1, context);
  if (still.correlation <= score) return { found: true, transform: found.transform, score };
  if (cornerDistance(found.transform, identityHomography, width, height) > 1) {
    return refuse("leaving the frame as it is fits better than any motion found");
  }
  return { found: true, transform: identityHomography, score: still.correlation };
}

/** The finest plane may correct the plane before it, not contradict it: noise there can pull a weak picture away. */
function agrees(refined: Found, from: Homography, pair: FeaturePair): boolean {
  return cornerDistance(refined.transform, from, pair.width, pair.height) < 1.5;
}
