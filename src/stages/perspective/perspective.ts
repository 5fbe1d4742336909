import { EngineError } from "../../errors/index.ts";
import {
  type Homography,
  type IntegerImage,
  identityHomography,
  type Photo,
  type Rect,
  validateImage,
} from "../../image/index.ts";
import type { LensCorrection } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Bow, type BowInput, bowCorrection } from "./bow.ts";
import { edgesOf, type FoundSegments, findSegments } from "./find-edges.ts";
import { estimateFocal, type FocalLength, focalLengthOf, seenWith } from "./focal-length.ts";
import { bestCandidate, judgeTilt, type TiltFacts } from "./judge.ts";
import { type Cut, cutFor, largestCrop, largestWithin } from "./largest-crop.ts";
import { type PerspectiveOptions, type PerspectiveOptionsInput, perspectiveOptions } from "./options.ts";
import { crops } from "./params.ts";
import type { SeenGeometry } from "./picture-of-lines.ts";
import type { SharedFocal } from "./share-focal.ts";
import { levelHomography } from "./tilt.ts";

export interface PerspectiveInput extends BowInput {
  /** Upright, before lens correction; display sRGB, 3 channels. */
  readonly image: IntegerImage;
  /**
   * If `image` is a smaller copy: the size of the picture, and the number of its pixels in one of the copy, along each
   * axis.
   */
  readonly copyOf?: { readonly width: number; readonly height: number; readonly factor: number } | undefined;
  /** Metadata of the reference frame. */
  readonly photo: Photo;
  readonly is360: boolean;
  /** The part of the picture that all frames of a bracket cover, before lens correction; by default all of it. */
  readonly common?: Rect | undefined;
  /** Called with the evidence for the tilt before it is judged. */
  readonly show?: ((seen: SeenGeometry) => void) | undefined;
  /** The focal length from other pictures by the camera; used if the metadata do not state one. */
  readonly sharedFocal?: SharedFocal | undefined;
  /** An earlier run already decided about its verticals; they are not changed. */
  readonly straightened?: boolean;
}

/** Findings for the report. */
export interface PerspectiveFacts extends TiltFacts {
  /** Focal length of the lens-corrected picture, in pixels. */
  readonly focalPx: number;
  /** Source of the focal length. */
  readonly focalSource: FocalLength["source"];
  /** Number of pictures from which a shared focal length was found. */
  readonly focalPictures?: number;
  /** Range of equally plausible focal lengths, if it was estimated. */
  readonly focalRangePx?: readonly [number, number];
  /** Bow of lines before its correction; absent if it was not corrected. */
  readonly bow?: Bow;
  /** Share of the area of the picture (or its common part) lost to the crop. */
  readonly cropLoss?: number;
  /** Share of the tilt that is corrected, 0 to 1: `perspectiveStrength`, or less if the crop would cost too much. */
  readonly corrected?: number;
}

export interface PerspectiveResult {
  /** Whether the view is corrected. */
  readonly applied: boolean;
  /** Why the view is not corrected, in plain words. */
  readonly reason?: string;
  /** Replaces the input's correction: a distortion measured from bowed lines, without a profile. */
  readonly correction?: LensCorrection;
  /** From pixels of the target to those of the lens-corrected picture; both have the size of the picture. */
  readonly homography?: Homography;
  /**
   * The part of the target to keep: it has the picture's aspect ratio, no empty parts, and nothing outside `common`. If
   * there is a `common` part, it is set even if no correction was applied.
   */
  readonly crop?: Rect;
  /** What was found. */
  readonly facts: PerspectiveFacts;
}

/**
 * Finds the tilt of the camera from the picture's upright edges, the rotation that makes them upright (and faces a wall
 * that is nearly faced, if the options say so), and a distortion that is not yet corrected; does not move pixels. An
 * uncertain or too large tilt is refused with the reason and a warning. Throws `options/*` and, if the correction is
 * for a picture of another size, `internal`.
 */
export async function perspective(
  input: PerspectiveInput,
  options: PerspectiveOptionsInput,
  context: StageContext,
): Promise<PerspectiveResult> {
  const resolved = resolveOptions("perspective", perspectiveOptions, options);
  const { image, correction } = input;
  validateImage(image, "perspective");
  const { width, height } = pictureOf(input);
  if (correction && (correction.width !== width || correction.height !== height)) {
    const expected = `${correction.width} × ${correction.height}`;
    throw new EngineError("internal", `perspective: a correction for ${expected} came with ${width} × ${height}`);
  }
  throwIfCancelled(context, "perspective");
  const result = await lookAt(input, resolved, context);
  context.memory.release(image.data);
  return result;
}

/** The input with the size of the picture instead of its pixels, which only the search for lines reads. */
type SizedInput = Omit<PerspectiveInput, "image" | "copyOf"> & {
  readonly image: Pick<IntegerImage, "width" | "height">;
};

function pictureOf({ image: { width, height }, copyOf = { width, height, factor: 1 } }: PerspectiveInput) {
  return copyOf;
}

/** First corrects the distortion of an unknown lens, then finds the tilt of the camera. */
async function lookAt(
  { image: pixels, ...rest }: PerspectiveInput,
  options: PerspectiveOptions,
  context: StageContext,
): Promise<PerspectiveResult> {
  const { factor, ...picture } = pictureOf({ image: pixels, ...rest });
  const input: SizedInput = { ...rest, image: picture };
  const left = reasonToLeave(input, options);
  if (left !== undefined)
    return refusal(input, left, { verticals: 0, confidence: 0, ...focalFacts(focalOf(input), input.sharedFocal) });
  const found = await findSegments(pixels, context, factor);
  throwIfCancelled(context, "perspective");
  const bent = bowCorrection(input, found);
  if (!bent) return findTilt(input, found, options, context);
  const { bow, correction } = bent;
  const result = findTilt({ ...input, correction }, found, options, context);
  return { ...result, correction, facts: { ...result.facts, bow } };
}

function refusal(input: SizedInput, reason: string, facts: PerspectiveFacts): PerspectiveResult {
  const { width, height } = input.image;
  const isFlat = !input.is360;
  const crop = isFlat && input.common && largestCrop({ ...input, width, height, homography: identityHomography });
  return { applied: false, reason, ...(crop && { crop }), facts };
}

/** Focal length of the lens-corrected picture. */
function focalOf({ image, correction, photo, sharedFocal }: SizedInput): FocalLength {
  const known = focalLengthOf(photo.lens, image.width, image.height, sharedFocal?.byLongerEdge);
  return { ...known, focalPx: known.focalPx * (correction?.scale ?? 1) };
}

function findTilt(
  input: SizedInput,
  segments: FoundSegments,
  options: PerspectiveOptions,
  context: StageContext,
): PerspectiveResult {
  const { width, height } = input.image;
  const { perspectiveStrength: strength, maxCropLoss } = options;
  const given = focalOf(input);
  const found = edgesOf(segments, input.image, input.correction, given.focalPx);
  const focal = given.source === "assumed" ? estimateFocal(found, given) : given;
  const view = { width, height, focalPx: focal.focalPx };
  const edges = seenWith(found, focal.focalPx / given.focalPx);
  const limits = { ...options, facesWalls: options.perspective === "full" };
  const best = bestCandidate(edges, view);
  input.show?.({ edges, view, correction: input.correction, best: best?.candidate });
  const verdict = judgeTilt(best, view, limits);
  const doubt = (reason: string, facts: PerspectiveFacts): PerspectiveResult => {
    context.warn("perspective/skipped", `perspective: ${reason}`);
    return refusal(input, reason, facts);
  };
  const facts = { ...verdict.facts, ...focalFacts(focal, input.sharedFocal) };
  if (!verdict.tilt) return verdict.isDoubt ? doubt(verdict.reason, facts) : refusal(input, verdict.reason, facts);
  const { tilt, yaw } = verdict;
  const cutAt = (share: number) => {
    const part = { roll: tilt.roll * share, pitch: tilt.pitch * share };
    return cutFor(levelHomography(part, view, yaw * share), input);
  };
  const whole = cutAt(strength);
  if (whole.cropLoss <= maxCropLoss) return appliedAs(whole, { ...facts, corrected: strength });
  const share = largestWithin(strength, (candidate) => cutAt(candidate).cropLoss <= maxCropLoss);
  const loss = `straightening would cost ${percent(whole.cropLoss)} of the picture, more than ${percent(maxCropLoss)}`;
  if (share < crops.minPart * strength) return doubt(loss, { ...facts, cropLoss: whole.cropLoss });
  context.warn("perspective/partial", `perspective: ${loss}; ${percent(share)} of the tilt is corrected`);
  return appliedAs(cutAt(share), { ...facts, corrected: share });
}

/** Why a picture is not changed, if that is known without reading its pixels. */
function reasonToLeave(
  { is360, history, straightened }: SizedInput,
  { perspective: mode, perspectiveStrength }: PerspectiveOptions,
): string | undefined {
  if (is360) return "a 360° picture has no verticals to correct";
  if (mode === "off" || perspectiveStrength === 0) return "perspective correction is switched off";
  if (history?.done.includes("tilt")) return "its verticals were straightened before";
  if (history?.reframed === "stitched") return "a stitched picture has no single view";
  return straightened ? "an earlier run decided about its verticals" : undefined;
}

function appliedAs({ homography, crop, cropLoss }: Cut, facts: PerspectiveFacts): PerspectiveResult {
  return { applied: true, homography, ...(crop && { crop }), facts: { ...facts, cropLoss } };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function focalFacts({ focalPx, source, rangePx }: FocalLength, shared: SharedFocal | undefined) {
  const pictures = source === "shared" && shared ? { focalPictures: shared.pictures } : {};
  const range = rangePx && { focalRangePx: rangePx };
  return { focalPx, focalSource: source, ...pictures, ...range };
}
