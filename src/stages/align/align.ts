import { EngineError } from "../../errors/index.ts";
import {
  composeHomographies,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
  type Rect,
  validateImage,
} from "../../image/index.ts";
import { type OptionsInput, resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { estimateMotion } from "./estimate-motion.ts";
import { orderFrames } from "./frame-order.ts";
import { buildPyramid, type Pyramid, releasePyramid } from "./luminance-pyramid.ts";
import { commonArea, type Motion, type MotionEstimate, motionOf, typicalMotion } from "./motion.ts";
import { type AlignOptions, alignOptions } from "./options.ts";
import { resample } from "./resample.ts";

/** What was found for one frame. The reference, and a frame left as it is, have no motion: shift 0, scale 1. */
export interface FrameAlignment extends Motion {
  /** Correlation with the neighbour in exposure that the frame was aligned to, −1 to 1; 1 for the reference. */
  readonly score: number;
  /** Whether the frame now lies on the reference; false where no motion could be trusted. */
  readonly aligned: boolean;
  /** Whether the frame was resampled; false for the reference and for frames that lay there already. */
  readonly applied: boolean;
  /** Why the frame was not resampled. */
  readonly reason?: string;
}

export interface AlignResult {
  /**
   * In the order given. A resampled frame has new data, which the caller owns; every other one is the very object that was
   * handed in, so its data may be released only when the result is no longer needed.
   */
  readonly frames: readonly [IntegerImage, ...IntegerImage[]];
  /** Reference pixel → pixel of the frame as it was handed in. Identity where nothing was resampled. */
  readonly transforms: readonly Homography[];
  readonly perFrame: readonly FrameAlignment[];
  /** Index of the frame that the others were brought to. */
  readonly reference: number;
  /** Reference pixels that every frame covers; nothing outside the pictures shows inside. */
  readonly common: Rect;
  /** Whether any frame was resampled. */
  readonly applied: boolean;
  /** Why no frame was. */
  readonly reason?: string;
}

/** Typical motion below which a frame is passed through, px: resampling would cost more sharpness than it gains. */
const stillPx = 0.1;
/** Less than this along the shorter edge shows too little to align. */
const leastEdgePx = 48;

export interface AlignSetting {
  /** The frames are full circles, stitched by the camera. */
  readonly is360?: boolean;
  /** A frame's memory may be released as soon as its resampled copy is there; keeps the peak at one frame more. */
  readonly consume?: boolean;
}

/**
 * Brings the frames of an exposure bracket to one position, to a few hundredths of a pixel. Display sRGB, one size, 8 or 16
 * bits. `exposuresEv` is ev100 a frame (larger: darker), where known. Each frame is aligned to its neighbour in exposure on the
 * side of the reference, and the motions are composed. A frame whose motion cannot be trusted is left as it is, with the
 * warning `align/failed`. Throws `input/mismatch` for frames of different sizes, `options/*` and `cancelled`.
 */
export async function align(
  frames: readonly [IntegerImage, ...IntegerImage[]],
  exposuresEv: readonly (number | undefined)[],
  input: OptionsInput<typeof alignOptions>,
  context: StageContext,
  { is360 = false, consume = false }: AlignSetting = {},
): Promise<AlignResult> {
  const options = resolveOptions("align", alignOptions, input);
  validateFrames(frames, exposuresEv);
  const pyramids: Pyramid[] = [];
  for (const frame of frames) pyramids.push(await buildPyramid(frame, context));
  const { byExposure, reference } = orderFrames(pyramids, exposuresEv);
  const skipped = reasonToSkip(frames, options, is360);
  const links = skipped ? [] : await linkFrames(pyramids, byExposure, reference, options, context);
  for (const pyramid of pyramids) releasePyramid(pyramid, context);
  if (skipped) return untouched(frames, reference, skipped);
  return moveFrames(frames, reference, links, consume, context);
}

/** A frame's motion onto the reference, composed over its neighbours. */
interface Link {
  readonly frame: number;
  readonly estimate: MotionEstimate;
}

function validateFrames(frames: readonly IntegerImage[], exposuresEv: readonly (number | undefined)[]): void {
  const [first] = frames;
  for (const [i, frame] of frames.entries()) {
    validateImage(frame, "align");
    if (frame.width !== first.width || frame.height !== first.height || frame.channels !== first.channels) {
      const sizes = `${first.width} × ${first.height} and frame ${i + 1} of ${frame.width} × ${frame.height}`;
      throw new EngineError("input/mismatch", `align: expected frames of one size, got ${sizes}`, { frame: i });
    }
  }
  if (exposuresEv.length !== frames.length) {
    throw new EngineError("internal", `align: expected ${frames.length} exposures, got ${exposuresEv.length}`);
  }
}

function reasonToSkip(frames: readonly IntegerImage[], options: AlignOptions, is360: boolean): string | undefined {
  if (!options.align) return "alignment is switched off";
  if (frames.length === 1) return "there is one frame";
  if (is360) return "360° frames are stitched by the camera, each for itself; they are left as they are";
  const { width, height } = frames[0];
  if (Math.min(width, height) < leastEdgePx) return `${width} × ${height} pixels show too little to align`;
  return undefined;
}

/** Walks from the reference outwards on both sides; a frame whose neighbour failed is tried against the next one inwards. */
async function linkFrames(
  pyramids: readonly Pyramid[],
  byExposure: readonly number[],
  reference: number,
  options: AlignOptions,
  context: StageContext,
): Promise<Link[]> {
  const middle = byExposure.indexOf(reference);
  const sides = [byExposure.slice(0, middle).reverse(), byExposure.slice(middle + 1)];
  const links: Link[] = [];
  for (const side of sides) {
    const anchors = [{ frame: reference, transform: identityHomography }];
    for (const frame of side) {
      throwIfCancelled(context, "align");
      let estimate: MotionEstimate = { found: false, reason: "no motion fits the frames", score: 0 };
      for (const anchor of anchors.slice(0, 2)) {
        estimate = await motionBetween(pyramids[anchor.frame], pyramids[frame], options, context);
        if (!estimate.found) continue;
        estimate = { ...estimate, transform: composeHomographies(estimate.transform, anchor.transform) };
        anchors.unshift({ frame, transform: estimate.transform });
        break;
      }
      links.push({ frame, estimate });
    }
  }
  return links;
}

/** Motion from pixels of `from` to pixels of `to`, estimated on the brighter of them, whose gradients are cleaner. */
async function motionBetween(
  from: Pyramid,
  to: Pyramid,
  options: AlignOptions,
  context: StageContext,
): Promise<MotionEstimate> {
  if (from.mean >= to.mean) return estimateMotion(from, to, options, context);
  const estimate = await estimateMotion(to, from, options, context);
  return estimate.found ? { ...estimate, transform: invertHomography(estimate.transform) } : estimate;
}

async function moveFrames(
  frames: readonly [IntegerImage, ...IntegerImage[]],
  reference: number,
  links: readonly Link[],
  consume: boolean,
  context: StageContext,
): Promise<AlignResult> {
  const { width, height } = frames[0];
  const moved: IntegerImage[] = [...frames];
  const transforms: Homography[] = frames.map(() => identityHomography);
  const perFrame: FrameAlignment[] = frames.map(() => standing(1, true, "it is the reference"));
  for (const { frame, estimate } of links) {
    if (!estimate.found) {
      context.warn("align/failed", `frame ${frame + 1} was left as it is: ${estimate.reason}`);
      perFrame[frame] = standing(estimate.score, false, estimate.reason);
    } else if (typicalMotion(estimate.transform, width, height) < stillPx) {
      perFrame[frame] = standing(estimate.score, true, "it lies on the reference already");
    } else {
      moved[frame] = await resample(frames[frame], estimate.transform, context);
      if (consume) context.memory.release(frames[frame].data);
      transforms[frame] = estimate.transform;
      perFrame[frame] = {
        ...motionOf(estimate.transform, width, height),
        score: estimate.score,
        aligned: true,
        applied: true,
      };
    }
  }
  const applied = perFrame.some((frame) => frame.applied);
  const inverses = transforms.filter((_, i) => perFrame[i].applied).map(invertHomography);
  return {
    frames: moved as unknown as AlignResult["frames"],
    transforms,
    perFrame,
    reference,
    common: commonArea(inverses, width, height),
    applied,
    ...(applied ? {} : { reason: "every frame was left where it was" }),
  };
}

function standing(score: number, aligned: boolean, reason: string): FrameAlignment {
  return { shiftPx: 0, rotationDeg: 0, scale: 1, score, aligned, applied: false, reason };
}

function untouched(frames: AlignResult["frames"], reference: number, reason: string): AlignResult {
  const { width, height } = frames[0];
  return {
    frames,
    transforms: frames.map(() => identityHomography),
    perFrame: frames.map((_, i) => standing(i === reference ? 1 : 0, i === reference, reason)),
    reference,
    common: { x: 0, y: 0, width, height },
    applied: false,
    reason,
  };
}
