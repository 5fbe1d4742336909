import { EngineError } from "../../errors/index.ts";
import {
  type GeometryHistory,
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
import { findEdges } from "./find-edges.ts";
import { estimateFocal, type FocalLength, focalLengthOf, seenWith } from "./focal-length.ts";
import { judgeTilt, type TiltFacts } from "./judge.ts";
import { largestCrop } from "./largest-crop.ts";
import { type PerspectiveOptions, type PerspectiveOptionsInput, perspectiveOptions } from "./options.ts";
import { levelHomography } from "./tilt.ts";

export interface PerspectiveInput {
  /** Upright, before lens correction; display sRGB, 3 channels. */
  readonly image: IntegerImage;
  /** Of the reference frame. */
  readonly photo: Photo;
  readonly correction?: LensCorrection | undefined;
  readonly is360: boolean;
  /** The part of the picture that all frames of a bracket cover, before lens correction; default all of it. */
  readonly common?: Rect | undefined;
  /** What was done to the picture before; a tilt is not corrected twice. */
  readonly history?: GeometryHistory;
  /** An earlier run decided about its verticals, and they stay. */
  readonly straightened?: boolean;
}

/** What was found on the way, for the report. */
export interface PerspectiveFacts extends TiltFacts {
  /** Of the lens-corrected picture. */
  readonly focalPx: number;
  readonly focalSource: FocalLength["source"];
  /** What an estimated focal length may be as well. */
  readonly focalRangePx?: readonly [number, number];
  /** Share of the picture's (or its common part's) area that the crop costs. */
  readonly cropLoss?: number;
  /** Share of the tilt that is corrected, 0 to 1: `perspectiveStrength`, or less where the crop would cost too much. */
  readonly corrected?: number;
}

export interface PerspectiveResult {
  readonly applied: boolean;
  readonly reason?: string;
  /** From the target's pixels to those of the lens-corrected picture; both are as large as the picture. */
  readonly homography?: Homography;
  /**
   * The part of the target to keep: of the picture's aspect ratio, nothing empty, nothing outside `common`. With a
   * `common` part it is set even when nothing was applied.
   */
  readonly crop?: Rect;
  readonly facts: PerspectiveFacts;
}

/**
 * Finds how the camera was tilted from the picture's upright edges, and the rotation that makes them upright (and faces
 * the wall that is nearly faced, where the options say so); moves no pixel. A tilt in doubt, or too large, is refused
 * with the reason and a warning. Throws `options/*` and, for a picture and a correction that do not belong together,
 * `internal`.
 */
export async function perspective(
  input: PerspectiveInput,
  options: PerspectiveOptionsInput,
  context: StageContext,
): Promise<PerspectiveResult> {
  const resolved = resolveOptions("perspective", perspectiveOptions, options);
  const { image, correction } = input;
  validateImage(image, "perspective");
  const { width, height } = image;
  if (correction && (correction.width !== width || correction.height !== height)) {
    const expected = `${correction.width} × ${correction.height}`;
    throw new EngineError("internal", `perspective: a correction for ${expected} came with ${width} × ${height}`);
  }
  throwIfCancelled(context, "perspective");
  const result = await findTilt(input, resolved, context);
  context.memory.release(image.data);
  return result;
}

async function findTilt(
  input: PerspectiveInput,
  options: PerspectiveOptions,
  context: StageContext,
): Promise<PerspectiveResult> {
  const { image, correction, is360, photo } = input;
  const { width, height } = image;
  const known = focalLengthOf(photo.lens, width, height);
  const assumed = { ...known, focalPx: known.focalPx * (correction?.scale ?? 1) };
  const geometry = { verticals: 0, confidence: 0, focalPx: assumed.focalPx, focalSource: assumed.source };
  if (is360) return { applied: false, reason: "a 360° picture has no verticals to correct", facts: geometry };
  const refuse = (reason: string, facts: PerspectiveFacts): PerspectiveResult => {
    const crop = input.common && largestCrop({ ...input, width, height, homography: identityHomography });
    return { applied: false, reason, ...(crop && { crop }), facts };
  };
  const { perspectiveStrength: strength, maxCropLoss } = options;
  const left = reasonToLeave(input, options);
  if (left !== undefined) return refuse(left, geometry);

  const found = await findEdges(image, correction, assumed.focalPx, context);
  throwIfCancelled(context, "perspective");
  const focal = known.source === "exif" ? assumed : estimateFocal(found, assumed);
  const view = { width, height, focalPx: focal.focalPx };
  const edges = seenWith(found, focal.focalPx / assumed.focalPx);
  const limits = { ...options, isFocalKnown: focal.source !== "assumed", facesWalls: options.perspective === "full" };
  const verdict = judgeTilt(edges, view, limits);
  const doubt = (reason: string, facts: PerspectiveFacts): PerspectiveResult => {
    context.warn("perspective/skipped", `perspective: ${reason}`);
    return refuse(reason, facts);
  };
  const facts = { ...verdict.facts, ...focalFacts(focal) };
  if (!verdict.tilt) return (verdict.isDoubt ? doubt : refuse)(verdict.reason, facts);
  const { tilt, yaw } = verdict;
  const cutAt = (share: number) => {
    const part = { roll: tilt.roll * share, pitch: tilt.pitch * share };
    return cutFor(levelHomography(part, view, yaw * share), input);
  };
  const whole = cutAt(strength);
  if (whole.cropLoss <= maxCropLoss) return appliedAs(whole, { ...facts, corrected: strength });
  const share = largestWithin(strength, (candidate) => cutAt(candidate).cropLoss <= maxCropLoss);
  const loss = `straightening would cost ${percent(whole.cropLoss)} of the picture, more than ${percent(maxCropLoss)}`;
  if (share < MIN_PART * strength) return doubt(loss, { ...facts, cropLoss: whole.cropLoss });
  context.warn("perspective/partial", `perspective: ${loss}; ${percent(share)} of the tilt is corrected`);
  return appliedAs(cutAt(share), { ...facts, corrected: share });
}

/** Why a flat picture is left as it is, where that is known without looking at it. */
function reasonToLeave(
  { history, straightened }: PerspectiveInput,
  { perspective: mode, perspectiveStrength }: PerspectiveOptions,
): string | undefined {
  if (mode === "off" || perspectiveStrength === 0) return "perspective correction is switched off";
  if (history?.done.includes("tilt")) return "its verticals were straightened before";
  if (history?.reframed === "stitched") return "a stitched picture has no single view";
  return straightened ? "an earlier run decided about its verticals" : undefined;
}

/** Less of a tilt is not worth its resampling. */
const MIN_PART = 0.2;

interface Cut {
  readonly homography: Homography;
  readonly crop: Rect | undefined;
  /** Of the picture's, or its common part's, area. */
  readonly cropLoss: number;
}

function cutFor(homography: Homography, input: PerspectiveInput): Cut {
  const { width, height } = input.image;
  const crop = largestCrop({ ...input, width, height, homography });
  const { width: keptWidth, height: keptHeight } = input.common ?? input.image;
  const cropLoss = crop ? Math.max(0, 1 - (crop.width * crop.height) / (keptWidth * keptHeight)) : 1;
  return { homography, crop, cropLoss };
}

/** The largest share from 0 to `most` that `fits`, to a hundredth of it, if smaller ones fit as well. */
function largestWithin(most: number, fits: (share: number) => boolean): number {
  let [low, high] = [0, most];
  while (high - low > most / 100) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function appliedAs({ homography, crop, cropLoss }: Cut, facts: PerspectiveFacts): PerspectiveResult {
  return { applied: true, homography, ...(crop && { crop }), facts: { ...facts, cropLoss } };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function focalFacts({ focalPx, source, rangePx }: FocalLength) {
  return { focalPx, focalSource: source, ...(rangePx && { focalRangePx: rangePx }) };
}
