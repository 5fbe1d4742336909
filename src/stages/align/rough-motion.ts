import { type Homography, identityHomography } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { type FeaturePair, makeFeatures, releaseFeatures, releaseToned, tonePyramid } from "./features.ts";
import { type Pyramid, rescaleTransform } from "./luminance-pyramid.ts";
import { cornerDistance } from "./motion.ts";
import type { AlignOptions } from "./options.ts";
import { roughMotion } from "./params.ts";
import { type Refined, refine } from "./refine.ts";
import { matchToneByRank, type ToneMatch } from "./tone-match.ts";

interface Shift {
  readonly dx: number;
  readonly dy: number;
  /** Normalised correlation of the overlap, −1 to 1. */
  readonly score: number;
}

/**
 * Whole-pixel shifts (template pixel + shift = frame pixel) within ±`reachPx`, by normalised correlation; at most
 * `count` peaks, the best first, none adjacent to a better one. Meant for planes of about a hundred pixels.
 */
function findShifts(pair: FeaturePair, reachPx: number, count: number): Shift[] {
  const size = 2 * reachPx + 1;
  const scores = new Float64Array(size * size);
  for (let dy = -reachPx; dy <= reachPx; dy++) {
    for (let dx = -reachPx; dx <= reachPx; dx++) scores[(dy + reachPx) * size + dx + reachPx] = correlate(pair, dx, dy);
  }
  const peaks: Shift[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (isPeak(scores, size, x, y)) peaks.push({ dx: x - reachPx, dy: y - reachPx, score: scores[y * size + x] });
    }
  }
  return peaks.sort((a, b) => b.score - a.score || a.dy - b.dy || a.dx - b.dx).slice(0, count);
}

function isPeak(scores: Float64Array, size: number, x: number, y: number): boolean {
  const here = scores[y * size + x];
  for (let j = Math.max(0, y - 1); j <= Math.min(size - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(size - 1, x + 1); i++) {
      if (scores[j * size + i] > here) return false;
    }
  }
  return true;
}

function correlate(pair: FeaturePair, dx: number, dy: number): number {
  const { width, height, template, frame, blocked } = pair;
  let tf = 0;
  let tt = 0;
  let ff = 0;
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const at = y * width + x;
      if (blocked[at]) continue;
      const t = template[at];
      const f = frame[at + dy * width + dx];
      tf += t * f;
      tt += t * t;
      ff += f * f;
    }
  }
  return tt > 0 && ff > 0 ? tf / Math.sqrt(tt * ff) : 0;
}

/** A motion found on one level of two pyramids, or the reason why there is none. */
export type Start =
  | { readonly found: true; readonly refined: Refined; readonly level: number }
  | { readonly found: false; readonly reason: string };

/**
 * Estimates the motion from pixels of `bright` to pixels of `dark`, to about a pixel of the finest plane, without
 * knowing their exposures: exhaustive whole-pixel search on the coarsest plane with tones matched by rank, then robust
 * Gauss–Newton there and on the next finer one.
 */
export async function findStart(
  bright: Pyramid,
  dark: Pyramid,
  options: AlignOptions,
  context: StageContext,
): Promise<Start> {
  const { width, height } = bright.levels[0];
  if (Math.min(width, height) < roughMotion.minPlaneEdgePx) return refused("the pictures are too narrow to align");
  const rank = matchToneByRank(bright, dark);
  if (!rank) return refused("the frames share no range of tones");
  const level = Math.max(0, bright.levels.length - 2);
  const refined = await bestStart(bright, dark, level, rank, options, context);
  return refined ? { found: true, refined, level } : refused("no motion fits the frames");
}

/** The motion on the finest plane, which is between cells of the small copies; identity if none was found. */
export function roughTransform(start: Start): Homography {
  return start.found ? rescaleTransform(start.refined.transform, 2 ** start.level) : identityHomography;
}

/**
 * Refines from no motion on the given plane, which nearly always finds the motion: cameras move little between the
 * frames of a bracket. Unless that is evidently right, refines the best shifts of the coarsest plane on this one and
 * keeps the motion that matches best there.
 */
async function bestStart(
  bright: Pyramid,
  dark: Pyramid,
  level: number,
  tone: ToneMatch,
  options: AlignOptions,
  context: StageContext,
): Promise<Refined | undefined> {
  const count = bright.levels.length - level;
  const toned = await tonePyramid(bright.levels[level], dark.levels[level], tone, count, context);
  const fine = await makeFeatures(toned[0], undefined, roughMotion.shareOfSmall, context);
  const coarse = await makeFeatures(toned[count - 1], undefined, roughMotion.shareOfSmall, context);
  const reach = Math.ceil(options.maxShift * Math.max(coarse.width, coarse.height)) + 1;
  const shifts = findShifts(coarse, reach, roughMotion.hypotheses);
  const settings = { model: "euclidean", tolerancePx: roughMotion.tolerancePx, deviation: 1 } as const;
  const onFine = { ...settings, maxSteps: roughMotion.fineSteps };
  const ratio = 2 ** (count - 1);
  let best = await refine(fine, identityHomography, onFine, context);
  if (!best || !isEvident(best, shifts, fine, ratio)) {
    for (const { dx, dy } of shifts) {
      const onCoarse = { ...settings, maxSteps: roughMotion.coarseSteps };
      const first = await refine(coarse, [1, 0, dx, 0, 1, dy, 0, 0, 1], onCoarse, context);
      if (!first) continue;
      const second = await refine(fine, rescaleTransform(first.transform, ratio), onFine, context);
      if (second && (!best || agreement(second) > agreement(best))) best = second;
    }
  }
  releaseFeatures(coarse, context);
  releaseFeatures(fine, context);
  releaseToned(toned, context);
  return best;
}

/**
 * Whether a motion matches evidently and is at the best shift, without a rival: where structure repeats (tiles, blinds,
 * bricks), a motion that is wrong by one period matches nearly as well.
 */
function isEvident(
  found: Refined,
  [first, second]: readonly Shift[],
  { width, height }: FeaturePair,
  ratio: number,
): boolean {
  if (!first || agreement(found) < roughMotion.evident) return false;
  if (second && second.score > roughMotion.rival * first.score) return false;
  const shift: Homography = [1, 0, first.dx * ratio, 0, 1, first.dy * ratio, 0, 0, 1];
  return cornerDistance(found.transform, shift, width, height) <= ratio;
}

/** Correlation over the whole picture: a false shift may match well on the few tiles that it leaves usable. */
function agreement({ equations, usable }: Refined): number {
  return (equations.correlation * usable.reduce((sum, tile) => sum + tile, 0)) / usable.length;
}

function refused(reason: string): Start {
  return { found: false, reason };
}
