import type { IntegerImage } from "../../src/image/index.ts";
import { carryOut, planFrames } from "../../src/stages/deghost/carry-out.ts";
import { type DeghostResult, deghost } from "../../src/stages/deghost/index.ts";
import { type MergeOptions, merge } from "../../src/stages/merge/index.ts";
import { testContext } from "./context.ts";
import type { MovingBracket } from "./moving-brackets.ts";
import { relateFrames } from "./related-stages.ts";

/** How a bracket in which something moved came out. */
export interface GhostScore {
  readonly result: DeghostResult;
  /** Share of the picture in which something visibly moved. */
  readonly movedShare: number;
  /** Share of that in areas that one frame shows. */
  readonly coveredShare: number;
  /**
   * Of the moved pixels, against the fusion of the still scene as the frame that shows them saw it; dB. What was
   * decided on the noisy frames is carried out on the same frames without noise, and the truth has none either: what is
   * left are ghosts, seams, lost highlights and wrong tones. The grain of the shown frame is part of what that frame
   * saw; {@link grainyPsnr} has it.
   */
  readonly psnr: number;
  /** The same of all frames fused as they are. */
  readonly plainPsnr: number;
  /**
   * As `psnr`, of the noisy frames against the same truth, less the error that noise makes when the noisy frames of the
   * still scene are fused: so grain counts that fusion would not have anyway, as that of a brightened dark frame.
   */
  readonly grainyPsnr: number;
  /**
   * Share of the highlights that only the darkest frame holds which are neither white nor 32 levels off; NaN without
   * any.
   */
  readonly keptHighlights: number;
  /** Of pixels away from everything that moved, between fused with and without; dB, infinite when equal. */
  readonly stillPsnr: number;
}

/** 60 dB: less cannot be seen, nor told from noise. */
const leastError = 1e-6;

/** Fuses a bracket with and without deghosting and compares both with what the chosen frames saw. */
export async function scoreGhosts(
  bracket: MovingBracket,
  method: MergeOptions["method"] = "natural",
): Promise<GhostScore> {
  const { frames, exposuresEv } = bracket;
  const [cleanFrames, moved, heldByDarkest] = [bracket.cleanFrames(), bracket.moved(), bracket.heldByDarkest()];
  const context = testContext();
  const { relation } = await relateFrames(frames, context, exposuresEv);
  // By one relation, as in the pipeline: the camera's curve must not count as a ghost.
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
  const psnrOf = (error: number) => decibels(Math.max(leastError, error / totals.moved));
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

/** Where no area was found, a picture may still show one frame throughout: the one it is nearest to. */
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

/** Mean over the channels, full scale 1. */
function squaredError(a: IntegerImage, b: IntegerImage, p: number): number {
  let sum = 0;
  for (let i = 3 * p; i < 3 * p + 3; i++) sum += ((a.data[i] - b.data[i]) / 65535) ** 2;
  return sum / 3;
}

const decibels = (meanSquare: number) => -10 * Math.log10(meanSquare);
