import type { FrameEvidence, PairSample } from "./frame-evidence.ts";
import { compareSharpness } from "./sharpness.ts";

/** Why a frame is skipped. */
export type DropReason = "black" | "blown out" | "copy" | "blurred";

export interface FrameDrop {
  /** Index of the frame, darkest first, as in the evidence. */
  readonly frame: number;
  readonly reason: DropReason;
  /** The frame that shows the same, for copies and blurred frames. */
  readonly instead?: number;
}

/** Display values that show the scene: above black and the worst of the noise, below clipping. */
const shows = [0.04, 0.96] as const;
/** A frame that alone shows so much of the picture stays, whatever is wrong with it: it may hold the window. */
const ownShare = 1e-4;
/** Fewer pixels of a small copy than this are hot pixels and the like; of a tiny one, every pixel counts. */
const specks = ({ length }: Float32Array) => Math.min(4, length >> 6);
/**
 * No brighter than this is black; up to `murk` what is seen may be noise alone, if nothing of it is seen in other
 * frames.
 */
const black = 0.02;
const murk = 0.2;
const unrelated = 0.1;
/** A frame that shows no more of the picture than this, and is white elsewhere, is blown out. */
const blownShare = 0.005;
/** Copies differ by rounding only: on average by less than half an 8-bit step, and nowhere by more than three. */
const copyMean = 0.5 / 255;
const copyMost = 3 / 255;
/** Edges at least this much wider than a neighbour's, in octaves, at nearly all of so many places, are blurred. */
const blurOctaves = -1;
const blurUpper = -0.6;
const blurPlaces = 8;

/**
 * Frames that add nothing to a fusion: copies, black ones, blown-out ones, and those that shake or defocus has blurred
 * while a neighbour in exposure is sharp. A frame that alone shows some part of the scene is never skipped, and one
 * frame is always kept. `light`: stops of scene light by display value. Two good frames of one exposure both stay:
 * their noise is averaged.
 */
export function selectFrames(evidence: FrameEvidence, light: Float32Array): FrameDrop[] {
  const { lumas, samples } = evidence;
  const kept = new Set(lumas.keys());
  const drops: FrameDrop[] = [];
  const drop = (frame: number, reason: DropReason, instead?: number) => {
    if (!kept.has(frame) || kept.size === 1) return;
    kept.delete(frame);
    drops.push({ frame, reason, ...(instead === undefined ? {} : { instead }) });
  };
  for (const frame of lumas.keys()) {
    const original = [...kept].find((other) => other < frame && isCopy(evidence, other, frame));
    if (original !== undefined) drop(frame, "copy", original);
  }
  // The emptiest first: of nothing but empty frames, the best remains.
  const empty = [...kept].filter((frame) => isBlack(evidence, frame) || isBlown(evidence, frame));
  const byShown = empty.map((frame) => ({ frame, shown: countShown(evidence, frame) }));
  byShown.sort((a, b) => a.shown - b.shown || a.frame - b.frame);
  for (const { frame } of byShown) {
    if (isBlack(evidence, frame)) drop(frame, "black");
    else if (!showsAlone(frame, evidence, kept)) drop(frame, "blown out");
  }
  for (const { frame, instead } of findBlurred(samples, light)) {
    if (kept.has(instead) && !showsAlone(frame, evidence, kept)) drop(frame, "blurred", instead);
  }
  return drops.sort((a, b) => a.frame - b.frame);
}

function countShown({ lumas, peaks }: FrameEvidence, frame: number): number {
  let shown = 0;
  const [luma, peak] = [lumas[frame], peaks[frame]];
  for (let i = 0; i < luma.length; i++) if (luma[i] > shows[0] && peak[i] < shows[1]) shown++;
  return shown;
}

/**
 * Whether more than a trace of the picture is shown by this one of the kept frames only: too dark in all darker ones
 * and clipped in all brighter ones. Where a darker frame is clipped, what this one shows is a smear or something that
 * moved.
 */
function showsAlone(frame: number, { lumas, peaks }: FrameEvidence, kept: ReadonlySet<number>): boolean {
  const darker = [...kept].filter((other) => other < frame).map((other) => lumas[other]);
  const brighter = [...kept].filter((other) => other > frame).map((other) => peaks[other]);
  const [luma, peak] = [lumas[frame], peaks[frame]];
  let alone = 0;
  for (let i = 0; i < luma.length; i++) {
    if (luma[i] <= shows[0] || peak[i] >= shows[1]) continue;
    if (darker.every((other) => other[i] <= shows[0]) && brighter.every((other) => other[i] >= shows[1])) alone++;
  }
  return alone > Math.max(specks(luma), ownShare * luma.length);
}

function isBlack({ lumas, peaks }: FrameEvidence, frame: number): boolean {
  if (!moreAbove(peaks[frame], black, specks(peaks[frame]))) return true;
  if (moreAbove(peaks[frame], murk, specks(peaks[frame]))) return false;
  const others = lumas.map((luma, other) => (other === frame ? 1 : correlation(lumas[frame], luma)));
  return lumas.length > 1 && others.every((value, other) => other === frame || Math.abs(value) < unrelated);
}

/** Judged by luma, not by the largest channel: where one channel clips, the others still show the scene. */
function isBlown({ lumas }: FrameEvidence, frame: number): boolean {
  const pixels = lumas[frame].length;
  let shown = 0;
  for (let i = 0; i < pixels && shown <= blownShare * pixels; i++) if (lumas[frame][i] <= shows[1]) shown++;
  return shown <= blownShare * pixels;
}

/** Whether more than `count` of the values are above the limit. */
function moreAbove(values: Float32Array, limit: number, count: number): boolean {
  let above = 0;
  for (let i = 0; i < values.length && above <= count; i++) if (values[i] > limit) above++;
  return above > count;
}

/** Pearson's; 1 if either is constant, which is not evidence. */
function correlation(a: Float32Array, b: Float32Array): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sumA += a[i];
    sumB += b[i];
    squaresA += a[i] * a[i];
    squaresB += b[i] * b[i];
    products += a[i] * b[i];
  }
  const variances = (squaresA - (sumA * sumA) / a.length) * (squaresB - (sumB * sumB) / a.length);
  return variances > 1e-9 ? (products - (sumA * sumB) / a.length) / Math.sqrt(variances) : 1;
}

function isCopy({ lumas, samples }: FrameEvidence, first: number, second: number): boolean {
  for (let i = 0; i < lumas[first].length; i++) {
    if (Math.abs(lumas[first][i] - lumas[second][i]) > copyMost) return false;
  }
  const sample = samples.find(({ frames }) => frames[0] === first && frames[1] === second);
  const [one, other] = sample && sample.tiles[0].length > 0 ? sample.tiles : [lumas[first], lumas[second]];
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference += Math.abs(one[i] - other[i]);
  return difference < copyMean * one.length;
}

interface Blur {
  readonly frame: number;
  /** The sharper frame. */
  readonly instead: number;
  readonly octaves: number;
}

/** The most blurred first. */
function findBlurred(samples: readonly PairSample[], light: Float32Array): Blur[] {
  const found: Blur[] = [];
  for (const sample of samples) {
    for (const { octaves, lower, upper, places } of compareSharpness(sample, light)) {
      if (places < blurPlaces) continue;
      const [first, second] = sample.frames;
      if (octaves < blurOctaves && upper < blurUpper) found.push({ frame: first, instead: second, octaves });
      if (-octaves < blurOctaves && -lower < blurUpper)
        found.push({ frame: second, instead: first, octaves: -octaves });
    }
  }
  return found.sort((a, b) => a.octaves - b.octaves || a.frame - b.frame);
}
