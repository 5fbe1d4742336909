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
  /** For copies and blurred frames: the frame that shows the same. */
  readonly instead?: number;
}

/** Maximum number of pixels of a small copy that may be hot pixels; 0 for a tiny copy. */
const specks = ({ length }: Float32Array) => Math.min(selection.specks, length >> 6);

/** A frame of the input; `index` is its position there. */
export interface GivenFrame {
  readonly index: number;
  readonly image: IntegerImage;
  readonly name: string;
}

/** A frame that contributes nothing. */
export interface DroppedFrame {
  /** Index of the frame in the input. */
  readonly frame: number;
  /** Name of the frame. */
  readonly name: string;
  /** Why it contributes nothing. */
  readonly reason: DropReason;
  /** For copies and blurred frames: name of the frame that shows the same. */
  readonly instead?: string;
}

export interface Judgement {
  /** Useful frames; `place` is their index in the list that was judged. */
  readonly kept: readonly { readonly image: IntegerImage; readonly place: number }[];
  readonly dropped: readonly DroppedFrame[];
}

/**
 * Finds the useful frames, and warns of the others. Two or more frames, darkest first; `light`: stops by display value.
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
 * Finds frames that contribute nothing to a fusion: copies, black ones, blown-out ones, and those blurred by shake or
 * defocus if a neighbour in exposure is sharp. A frame is never skipped if it is the only one to show some part of the
 * scene, and at least one frame is kept. `light`: stops of scene light by display value. Two good frames of one
 * exposure are both kept, because averaging them reduces noise.
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
  // Those that show least come first, so that the best remains if all frames are empty.
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
 * Whether this is the only kept frame that shows more than a trace of the picture: parts too dark in all darker frames
 * and clipped in all brighter ones. Where a darker frame is clipped, this one shows a smear or something that moved.
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

/** Uses luma instead of the largest channel: if one channel clips, the others still show the scene. */
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

/** Pearson's correlation; 1 if either is constant, which is not evidence. */
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

/** Blurred frames, most blurred first. */
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
