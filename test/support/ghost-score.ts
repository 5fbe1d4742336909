import type { IntegerImage } from "../../src/image/index.ts";
import { carryOut, planFrames } from "../../src/stages/deghost/carry-out.ts";
import { type DeghostResult, deghost } from "../../src/stages/deghost/index.ts";
import { type MergeOptions, merge } from "../../src/stages/merge/index.ts";
import { testContext } from "./context.ts";
import type { MovingBracket } from "./moving-brackets.ts";
import { relateFrames } from "./related-stages.ts";

/** Result of a bracket with motion. */
export interface GhostScore {
  readonly result: DeghostResult;
  /** Share of the picture with visible motion. */
  readonly movedShare: number;
  /** Share of that area which is shown from one frame. */
  readonly coveredShare: number;
  /**
   * PSNR of the moved pixels, in dB, relative to the fusion of the still scene in the frame that is shown. Decisions
   * made on the noisy frames are applied to the same frames without noise, and the reference has no noise either, so
   * that ghosts, seams, lost highlights and wrong tones remain. Grain of the shown frame is measured by {@link
   * grainyPsnr}.
   */
  readonly psnr: number;
  /** The same for all frames fused without de-ghosting. */
  readonly plainPsnr: number;
  /**
   * The same as `psnr` for the noisy frames, without the error by noise in a fusion of the noisy still frames: only
   * additional grain counts, such as that of a brightened dark frame.
   */
  readonly grainyPsnr: number;
  /**
   * Share of the highlights shown only by the darkest frame that are neither white nor 32 levels off; NaN if there are
   * none.
   */
  readonly keptHighlights: number;
  /** PSNR of pixels away from all motion, between fusions with and without de-ghosting; in dB, infinite if equal. */
  readonly stillPsnr: number;
}

/** 60 dB: smaller errors are invisible and cannot be distinguished from noise. */
const minError = 1e-6;

/** Fuses a bracket with and without de-ghosting and compares both with the scenes of the chosen frames. */
export async function scoreGhosts(
  bracket: MovingBracket,
  method: MergeOptions["method"] = "natural",
): Promise<GhostScore> {
  const { frames, exposuresEv } = bracket;
  const [cleanFrames, moved, heldByDarkest] = [bracket.cleanFrames(), bracket.moved(), bracket.heldByDarkest()];
  const context = testContext();
  const { relation } = await relateFrames(frames, context, exposuresEv);
  // With one relation, as in the pipeline, so that the camera's curve does not count as a ghost.
  const fuse = async (each: typeof frames) => (await merge({ frames: each, relation }, { method }, context)).image;
  const result = await deghost({ frames, relation }, {}, context);
  const shown = await fuse(result.frames);
  const plain = await fuse(frames);
  const plan = await planFrames({ relation }, context);
  const cleanPlain = await fuse(cleanFrames);
  const cleanShown = result.applied ? await fuse(await carryOut(cleanFrames, plan, context)) : cleanPlain;
  const by = frameByPixel(result, frames[0]);
  const truths = new Map<number, IntegerImage>();
  for (const k of frames.keys()) truths.set(k, await fuse(bracket.still(k, "clean")));
  const fallback = nearestTruth(cleanShown, truths, (p) => moved[p] === 1 && by[p] === 255);
  const noisy = await fuse(bracket.still(result.areas[0]?.frame ?? fallback, "noisy"));
  const clean = truths.get(result.areas[0]?.frame ?? fallback) as IntegerImage;
  const totals = {
    moved: 0,
    covered: 0,
    error: 0,
    plainError: 0,
    grainyError: 0,
    noise: 0,
    held: 0,
    kept: 0,
    still: 0,
    stillError: 0,
  };
  for (let p = 0; p < moved.length; p++) {
    const truth = truths.get(by[p] === 255 ? fallback : by[p]) as IntegerImage;
    if (moved[p]) {
      totals.moved++;
      if (by[p] !== 255) totals.covered++;
      totals.error += squaredError(cleanShown, truth, p);
      totals.plainError += squaredError(cleanPlain, truth, p);
      totals.grainyError += squaredError(shown, truth, p);
      totals.noise += squaredError(noisy, clean, p);
    } else if (by[p] === 255) {
      totals.still++;
      totals.stillError += squaredError(shown, plain, p);
    }
    if (heldByDarkest[p]) {
      totals.held++;
      if (Math.min(...pixel(shown, p)) < 250 * 257 || Math.min(...pixel(truth, p)) >= 250 * 257) totals.kept++;
    }
  }
  const psnrOf = (error: number) => decibels(Math.max(minError, error / totals.moved));
  return {
    result,
    movedShare: totals.moved / moved.length,
    coveredShare: totals.covered / totals.moved,
    psnr: psnrOf(totals.error),
    plainPsnr: psnrOf(totals.plainError),
    grainyPsnr: psnrOf(totals.grainyError - totals.noise),
    keptHighlights: totals.kept / totals.held,
    stillPsnr: decibels(totals.stillError / totals.still),
  };
}

/** If no area was found, a picture may still show one frame throughout: the closest one. */
function nearestTruth(
  shown: IntegerImage,
  truths: ReadonlyMap<number, IntegerImage>,
  counts: (p: number) => boolean,
): number {
  let [best, least] = [0, Infinity];
  for (const [k, truth] of truths) {
    let error = 0;
    for (let p = 0; p < shown.width * shown.height; p++) if (counts(p)) error += squaredError(shown, truth, p);
    if (error < least) [best, least] = [k, error];
  }
  return best;
}

/** The frame that shows each pixel, 255 for none. */
function frameByPixel({ shownBy }: DeghostResult, { width, height }: IntegerImage): Uint8Array {
  const by = new Uint8Array(width * height).fill(255);
  if (!shownBy) return by;
  for (let y = 0; y < Math.min(height, shownBy.height * shownBy.factor); y++) {
    const row = Math.floor(y / shownBy.factor) * shownBy.width;
    for (let x = 0; x < Math.min(width, shownBy.width * shownBy.factor); x++) {
      by[y * width + x] = shownBy.frames[row + Math.floor(x / shownBy.factor)];
    }
  }
  return by;
}

function pixel({ data }: IntegerImage, p: number): readonly number[] {
  return [data[3 * p], data[3 * p + 1], data[3 * p + 2]];
}

/** Squared error, mean over the channels, full scale 1. */
function squaredError(a: IntegerImage, b: IntegerImage, p: number): number {
  let sum = 0;
  for (let i = 3 * p; i < 3 * p + 3; i++) sum += ((a.data[i] - b.data[i]) / 65535) ** 2;
  return sum / 3;
}

const decibels = (meanSquare: number) => -10 * Math.log10(meanSquare);
