import type { IntegerImage, Rect } from "../../../src/image/index.ts";
import { maxValueOf } from "../../../src/image/index.ts";
import { cropTo } from "../../fusion/crop.ts";
import { prepareMefSsim } from "../../fusion/mef-ssim.ts";
import { lumaPlane, shrinkPlane } from "../../fusion/planes.ts";
import { type Fused, type Fuser, photoOf } from "../fuse.ts";
import type { SimulatedBracket } from "./bracket.ts";
import type { MoverKind } from "./mover.ts";
import type { Region } from "./take-frame.ts";

export interface StillScore {
  readonly seed: number;
  /** Share of the picture taken from one frame although nothing moved. */
  readonly replaced: number;
  readonly natural: number;
  readonly mertens: number;
  readonly rung: string;
  readonly warnings: readonly string[];
}

export interface ObjectScore {
  readonly kind: MoverKind;
  /** Share of the picture with visible motion. */
  readonly share: number;
  /** Share of that area that differs from a plain fusion. */
  readonly covered: number;
  /** Root mean square error relative to the closest frame's scene, 1 = full scale: of ours, and of the plain fusion. */
  readonly error: number;
  readonly plainError: number;
}

export interface MovingScore {
  readonly seed: number;
  readonly replaced: number;
  readonly objects: readonly ObjectScore[];
  readonly rung: string;
  readonly warnings: readonly string[];
}

/** Longer edge of the pictures for MEF-SSIM, in pixels. */
const scoredEdgePx = 480;
/** Maximum error of a plain fusion without a visible ghost: 34 dB. */
export const visibleError = 0.02;
/** Minimum share of the picture of an object that can be found. */
export const minShare = 0.0005;
/** Minimum difference of pixels with another source, 1 = full scale. */
const replacedBy = 3 / 255;
/** Fuses all frames without checks. */
const plainly = { deghost: "off", check: "off" } as const;

export async function judgeStill(bracket: SimulatedBracket, fuser: Fuser): Promise<StillScore> {
  const { seed, frames, plan } = bracket;
  const photos = plan.exposuresEv.map(photoOf);
  const natural = await fuser.merge(frames, photos);
  const mertens = await fuser.merge(frames, photos, { method: "mertens", ...plainly });
  const scores = [natural, mertens].map(({ image, facts }) => {
    const { common } = facts.align ?? {};
    const shown = isOfSize(common, image) ? frames.map((each) => cropTo(each, common)) : frames;
    return prepareMefSsim(shown.map(toScore))(toScore(image)).score;
  });
  const score = { seed, replaced: natural.facts.deghost?.share ?? 0, natural: scores[0], mertens: scores[1] };
  for (const each of [natural, mertens]) fuser.release(each);
  return { ...score, rung: rungOf(natural), warnings: natural.warnings };
}

export async function judgeMoving(bracket: SimulatedBracket, fuser: Fuser): Promise<MovingScore> {
  const { seed, frames, plan, objects } = bracket;
  const photos = plan.exposuresEv.map(photoOf);
  // Misalignment is part of the frames; aligning again would change the frames of each reference.
  const asIs = { align: false } as const;
  const ours = await fuser.merge(frames, photos, asIs);
  const plain = await fuser.merge(frames, photos, { ...asIs, ...plainly });
  const seen = objects.filter(({ mask, pixels }) => pixels / mask.length >= minShare);
  const truths: Fused[] = [];
  for (const k of seen.length > 0 ? frames.keys() : []) {
    const truth = await fuser.merge(await bracket.still(k), photos, { ...asIs, ...plainly });
    truths.push(truth);
  }
  const shown = truths.map(({ image }) => image);
  const scores = seen.map(({ kind, mask, pixels }) => ({
    kind,
    share: pixels / mask.length,
    covered: changedShare(ours.image, plain.image, mask),
    error: errorWithin(ours.image, shown, mask),
    plainError: errorWithin(plain.image, shown, mask),
  }));
  const score = { seed, replaced: ours.facts.deghost?.share ?? 0, objects: scores, rung: rungOf(ours) };
  for (const each of [ours, plain, ...truths]) fuser.release(each);
  return { ...score, warnings: ours.warnings };
}

/** The rung of the ladder that made the picture; empty if it was not checked. */
function rungOf({ check }: Fused): string {
  return check?.rung ?? "";
}

function toScore(image: IntegerImage) {
  return shrinkPlane(lumaPlane(image), scoredEdgePx);
}

function isOfSize(common: Rect | undefined, image: IntegerImage): common is Rect {
  return common?.width === image.width && common.height === image.height;
}

/** Compares each part of a moved object with the closest frame, because the boundary between frames may be anywhere. */
function errorWithin(image: IntegerImage, truths: readonly IntegerImage[], mask: Uint8Array): number {
  const { width, height } = image;
  let [sum, count] = [0, 0];
  for (let top = 0; top < height; top += partPx) {
    for (let left = 0; left < width; left += partPx) {
      const part = { left, top, right: Math.min(width, left + partPx), bottom: Math.min(height, top + partPx) };
      const errors = truths.map((truth) => squaredError(image, truth, mask, part));
      sum += Math.min(...errors.map((each) => each.sum));
      count += errors[0].count;
    }
  }
  return Math.sqrt(sum / Math.max(1, count));
}

/** Edge of the parts, in pixels. */
const partPx = 24;

function squaredError(a: IntegerImage, b: IntegerImage, mask: Uint8Array, { left, top, right, bottom }: Region) {
  // A picture from a single frame has the bits of that frame.
  const [scaleA, scaleB] = [1 / maxValueOf(a.data), 1 / maxValueOf(b.data)];
  let [sum, count] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let p = y * a.width + left, end = y * a.width + right; p < end; p++) {
      if (!mask[p]) continue;
      for (let i = 3 * p; i < 3 * p + 3; i++) sum += (a.data[i] * scaleA - b.data[i] * scaleB) ** 2;
      count += 3;
    }
  }
  return { sum, count };
}

function changedShare(a: IntegerImage, b: IntegerImage, mask: Uint8Array): number {
  let [changed, count] = [0, 0];
  const [scaleA, scaleB] = [1 / maxValueOf(a.data), 1 / maxValueOf(b.data)];
  for (let p = 0; p < mask.length; p++) {
    if (!mask[p]) continue;
    let apart = 0;
    for (let i = 3 * p; i < 3 * p + 3; i++) apart = Math.max(apart, Math.abs(a.data[i] * scaleA - b.data[i] * scaleB));
    count++;
    if (apart > replacedBy) changed++;
  }
  return changed / Math.max(1, count);
}
