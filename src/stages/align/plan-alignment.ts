import { EngineError } from "../../errors/index.ts";
import {
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
  type Rect,
  validateImage,
} from "../../image/index.ts";
import type { Relation } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import type { RoughMotions } from "./find-motions.ts";
import { type Link, linkFrames } from "./link-frames.ts";
import { commonArea, type Motion, motionOf, typicalMotion } from "./motion.ts";
import { type AlignOptionsInput, alignOptions } from "./options.ts";
import { planning } from "./params.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface PlanAlignmentInput {
  /** Display sRGB, one size, 8 or 16 bits, any order; they stay the caller's. */
  readonly frames: Frames;
  /** What {@link findMotions} found of these frames; it stays the caller's. */
  readonly motions: RoughMotions;
  /** How their exposures are related. */
  readonly relation: Pick<Relation, "order" | "links">;
  /** Names of the frames in messages; if absent, their numbers from 1. */
  readonly names?: readonly string[];
}

/** What was found for one frame. The reference, and a frame left as it is, have no motion: shift 0, scale 1. */
export interface FrameAlignment extends Motion {
  /** Correlation with the neighbour in exposure that the frame was aligned to, −1 to 1; 1 for the reference. */
  readonly score: number;
  /** Whether the frame lies on the reference once the plan is carried out; false where no motion could be trusted. */
  readonly aligned: boolean;
  /** Whether the frame moves; false for the reference and for frames that lay there already. */
  readonly applied: boolean;
  /** Whether the frame is skipped: it could not be aligned, and it or the others moved. */
  readonly dropped: boolean;
  /** Why the frame does not move. */
  readonly reason?: string;
}

/** A frame that moves, and the one, nearer to the reference in exposure, that its edges can be filled from. */
export interface Move {
  readonly frame: number;
  readonly anchor: number;
}

/** How the frames of a bracket are going to be brought to one position. */
export interface AlignmentPlan {
  /** Reference pixel → pixel of the frame as it was handed in. Identity where a frame does not move. */
  readonly transforms: readonly Homography[];
  /** What was found for each frame, in the order given. */
  readonly perFrame: readonly FrameAlignment[];
  /** From the reference outwards. */
  readonly moves: readonly Move[];
  /** Indices, rising, of the frames that are not dropped; the reference is always among them. */
  readonly kept: readonly number[];
  /** Index of the frame that the others are brought to. */
  readonly reference: number;
  /**
   * Reference pixels that every kept frame shows; nothing outside the pictures shows inside. Everything where edges are
   * filled.
   */
  readonly common: Rect;
  /** Whether any frame moves. */
  readonly applied: boolean;
  /** Why no frame does. */
  readonly reason?: string;
}

/**
 * Finds how the frames of an exposure bracket are to be moved, to a few hundredths of a pixel; moves no pixel. Each
 * frame is compared with its neighbour in exposure on the side of the reference, and the motions are composed. A frame
 * whose motion cannot be trusted is dropped, with the warning `align/failed`. It is kept unmoved if the frames that can
 * be compared did not move, or if it is the only evidence and merely shows too little (a dark frame that shows only the
 * window must not be lost for that reason). Throws `options/*` and `cancelled`.
 */
export async function planAlignment(
  { frames, motions, relation, names = frames.map((_, i) => `frame ${i + 1}`) }: PlanAlignmentInput,
  given: AlignOptionsInput,
  context: StageContext,
): Promise<AlignmentPlan> {
  const options = resolveOptions("align", alignOptions, given);
  for (const frame of frames) validateImage(frame, "align");
  if (motions.pyramids.length !== frames.length) {
    const count = motions.pyramids.length;
    throw new EngineError("internal", `align: expected motions of ${frames.length} frames, got ${count}`);
  }
  const { reference, skipped } = motions;
  if (skipped) return untouched(frames, reference, skipped);
  const links = await linkFrames(frames, motions, relation, options, context);
  const { width, height } = frames[0];
  const transforms: Homography[] = frames.map(() => identityHomography);
  const perFrame: FrameAlignment[] = frames.map(() => standing(1, true, "it is the reference"));
  const moves: Move[] = [];
  const isStill = stillness(links, width, height);
  const tripod = links.some(({ estimate }) => estimate.found) && links.every((l) => isStill(l) || !l.estimate.found);
  for (const link of links) {
    const { frame, anchor, estimate } = link;
    if (!estimate.found) {
      const dropped = !tripod && (estimate.differs || links.some((other) => other.estimate.found));
      context.warn("align/failed", `${names[frame]} was ${dropped ? "skipped" : "not moved"}: ${estimate.reason}`);
      perFrame[frame] = { ...standing(estimate.score, false, estimate.reason), dropped };
    } else if (isStill(link)) {
      perFrame[frame] = standing(estimate.score, true, "it matches the reference already");
    } else {
      transforms[frame] = estimate.transform;
      const motion = motionOf(estimate.transform, width, height);
      perFrame[frame] = { ...motion, score: estimate.score, aligned: true, applied: true, dropped: false };
      moves.push({ frame, anchor });
    }
  }
  const inverses = moves.map(({ frame }) => invertHomography(transforms[frame]));
  const whole = { x: 0, y: 0, width, height };
  return {
    transforms,
    perFrame,
    moves,
    kept: keptOf(perFrame),
    reference,
    common: options.alignEdges === "fill" ? whole : commonArea(inverses, width, height),
    applied: moves.length > 0,
    ...(moves.length > 0 ? {} : { reason: "no frame was moved" }),
  };
}

/**
 * Decides which frames match the reference without moving: those that hardly move, and uncertain ones if the certain
 * ones do not move either.
 */
function stillness(links: readonly Link[], width: number, height: number): (link: Link) => boolean {
  const still = planning.stillPx * Math.max(2 / 3, Math.max(width, height) / 3000);
  const moves = ({ estimate }: Link, doubt: number) => {
    if (!estimate.found) return false;
    return typicalMotion(estimate.transform, width, height) >= Math.max(still, doubt * estimate.uncertaintyPx);
  };
  const doubt = links.some((link) => moves(link, planning.certain)) ? 0 : planning.certain;
  return (link) => link.estimate.found && !moves(link, doubt);
}

function keptOf(perFrame: readonly FrameAlignment[]): number[] {
  return perFrame.flatMap(({ dropped }, i) => (dropped ? [] : [i]));
}

function standing(score: number, aligned: boolean, reason: string): FrameAlignment {
  return { shiftPx: 0, rotationDeg: 0, scale: 1, score, aligned, applied: false, dropped: false, reason };
}

function untouched(frames: Frames, reference: number, reason: string): AlignmentPlan {
  const { width, height } = frames[0];
  return {
    transforms: frames.map(() => identityHomography),
    perFrame: frames.map((_, i) => standing(i === reference ? 1 : 0, i === reference, reason)),
    moves: [],
    kept: frames.map((_, i) => i),
    reference,
    common: { x: 0, y: 0, width, height },
    applied: false,
    reason,
  };
}
