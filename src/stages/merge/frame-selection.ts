import type { IntegerImage } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { FrameCopies } from "./frame-copies.ts";
import { type FrameEvidence, gatherEvidence, type PairSample } from "./frame-evidence.ts";
import type { MergeOptions } from "./options.ts";
import { selection } from "./params.ts";
import { compareSharpness } from "./sharpness.ts";

/** Why a frame is skipped. */
type DropReason = "black" | "blown out" | "copy" | "blurred";

interface FrameDrop {
  /** Index of the frame, darkest first, as in the evidence. */
  readonly frame: number;
  readonly reason: DropReason;
  /** The frame that shows the same, for copies and blurred frames. */
  readonly instead?: number;
}

/** Fewer pixels of a small copy than this are hot pixels and the like; of a tiny one, every pixel counts. */
const specks = ({ length }: Float32Array) => Math.min(selection.specks, length >> 6);

/** A frame as the caller gave it: `index` is its place there. */
export interface GivenFrame {
  readonly index: number;
  readonly image: IntegerImage;
  readonly name: string;
}

/** A frame that adds nothing. */
export interface DroppedFrame {
  /** Index of the frame, in the order given. */
  readonly frame: number;
  /** The frame, by name. */
  readonly name: string;
  /** Why it adds nothing. */
  readonly reason: DropReason;
  /** For copies and blurred frames: which frame shows the same. */
  readonly instead?: string;
}

export interface Judgement {
  /** Frames that are of use; `place` is their index in the list that was judged. */
  readonly kept: readonly { readonly image: IntegerImage; readonly place: number }[];
  readonly dropped: readonly DroppedFrame[];
}

/**
 * Finds out which frames are of use; warns of those that are not. Frames darkest first, two or more; `light`: stops by
 * display value.
 */
export function judgeFrames(
  frames: readonly GivenFrame[],
  copies: FrameCopies,
  light: Float32Array,
  { dropFrames }: MergeOptions,
  context: StageContext,
): Judgement {
  const images = frames.map(({ image }) => image);
  const drops = dropFrames === "never" ? [] : selectFrames(gatherEvidence(images, copies), light);
  const dropped = drops.map((drop) => describeDrop(drop, frames)).sort((a, b) => a.frame - b.frame);
  for (const { name, reason, instead } of dropped) {
    context.warn("merge/frame-dropped", `${name}: skipped, ${sentences[reason]}${instead ? ` ${instead}` : ""}`);
  }
  const places = [...frames.keys()].filter((k) => !drops.some(({ frame }) => frame === k));
  return { kept: places.map((place) => ({ image: images[place], place })), dropped };
}

const sentences: Record<DropReason, string> = {
  black: "it is black",
  "blown out": "it is blown out",
  copy: "it is a copy of",
  blurred: "it is blurred compared with",
};

function describeDrop({ frame, reason, instead }: FrameDrop, frames: readonly GivenFrame[]): DroppedFrame {
  const { index, name } = frames[frame];
  return { frame: index, name, reason, ...(instead === undefined ? {} : { instead: frames[instead].name }) };
}

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
  for (let i = 0; i < luma.length; i++) if (luma[i] > selection.shows[0] && peak[i] < selection.shows[1]) shown++;
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
    if (luma[i] <= selection.shows[0] || peak[i] >= selection.shows[1]) continue;
    if (
      darker.every((other) => other[i] <= selection.shows[0]) &&
      brighter.every((other) => other[i] >= selection.shows[1])
    )
      alone++;
  }
  return alone > Math.max(specks(luma), selection.ownShare * luma.length);
}

function isBlack({ lumas, peaks }: FrameEvidence, frame: number): boolean {
  if (!moreAbove(peaks[frame], selection.black, specks(peaks[frame]))) return true;
  if (moreAbove(peaks[frame], selection.murk, specks(peaks[frame]))) return false;
  const others = lumas.map((luma, other) => (other === frame ? 1 : correlation(lumas[frame], luma)));
  return lumas.length > 1 && others.every((value, other) => other === frame || Math.abs(value) < selection.unrelated);
}

/** Judged by luma, not by the largest channel: where one channel clips, the others still show the scene. */
function isBlown({ lumas }: FrameEvidence, frame: number): boolean {
  const pixels = lumas[frame].length;
  let shown = 0;
  for (let i = 0; i < pixels && shown <= selection.blownShare * pixels; i++)
    if (lumas[frame][i] <= selection.shows[1]) shown++;
  return shown <= selection.blownShare * pixels;
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
    if (Math.abs(lumas[first][i] - lumas[second][i]) > selection.copyMost) return false;
  }
  const sample = samples.find(({ frames }) => frames[0] === first && frames[1] === second);
  const [one, other] = sample && sample.tiles[0].length > 0 ? sample.tiles : [lumas[first], lumas[second]];
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference += Math.abs(one[i] - other[i]);
  return difference < selection.copyMean * one.length;
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
      if (places < selection.blurPlaces) continue;
      const [first, second] = sample.frames;
      if (octaves < selection.blurOctaves && upper < selection.blurUpper)
        found.push({ frame: first, instead: second, octaves });
      if (-octaves < selection.blurOctaves && -lower < selection.blurUpper)
        found.push({ frame: second, instead: first, octaves: -octaves });
    }
  }
  return found.sort((a, b) => a.octaves - b.octaves || a.frame - b.frame);
}
