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
import { invertTable, lookUp, type Relation } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { estimateMotion } from "./estimate-motion.ts";
import type { RoughMotions } from "./find-motions.ts";
import { commonArea, type Motion, type MotionEstimate, motionOf, typicalMotion } from "./motion.ts";
import { type AlignOptions, type AlignOptionsInput, alignOptions } from "./options.ts";
import { planning } from "./params.ts";
import { type Link, seenFrom } from "./seen-from.ts";
import { matchTone } from "./tone-match.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface PlanAlignmentInput {
  /** Display sRGB, one size, 8 or 16 bits, any order; the caller keeps them. */
  readonly frames: Frames;
  /** Result of {@link findMotions} for these frames; the caller keeps it. */
  readonly motions: RoughMotions;
  /** The relation of their exposures. */
  readonly relation: Pick<Relation, "order" | "links">;
  /** The frame whose view the picture has; if absent, or if it cannot be aligned, that of the middle exposure. */
  readonly chosen?: number | undefined;
  /** Names of the frames in messages; if absent, their numbers from 1. */
  readonly names?: readonly string[];
}

/** Result for one frame. The reference, and a frame left as it is, have no motion: shift 0, scale 1. */
interface FrameAlignment extends Motion {
  /** Correlation with the neighbour in exposure that the frame was aligned to, −1 to 1; 1 for the reference. */
  readonly score: number;
  /**
   * Whether the frame is aligned with the reference after the plan is carried out; false if no motion could be trusted.
   */
  readonly aligned: boolean;
  /** Whether the frame moves; false for the reference and for frames that are already aligned. */
  readonly applied: boolean;
  /** Whether the frame is skipped: it could not be aligned, and it or others moved. */
  readonly dropped: boolean;
  /** Reason if the frame does not move. */
  readonly reason?: string;
}

/** A frame that moves, and the one, nearer to the reference in exposure, from which its edges can be filled. */
interface Move {
  readonly frame: number;
  readonly anchor: number;
}

/** Plan for moving the frames of a bracket to a common position. */
export interface AlignmentPlan {
  /** Reference pixel → pixel of the input frame. Identity if a frame does not move. */
  readonly transforms: readonly Homography[];
  /** Result for each frame, in input order. */
  readonly perFrame: readonly FrameAlignment[];
  /** In order from the reference outwards. */
  readonly moves: readonly Move[];
  /** Indices of the frames that are not dropped, in increasing order; the reference is always among them. */
  readonly kept: readonly number[];
  /** Index of the frame to which the others are moved. */
  readonly reference: number;
  /** Rectangle of reference pixels that every kept frame covers; the whole picture if edges are filled. */
  readonly common: Rect;
  /** Whether any frame moves. */
  readonly applied: boolean;
  /** Reason if no frame moves. */
  readonly reason?: string;
}

/**
 * Plans the alignment of an exposure bracket's frames, to a few hundredths of a pixel; moves no pixel. Each frame is
 * compared with its neighbour in exposure on the side of the reference, and the motions are composed. A frame whose
 * motion cannot be trusted is dropped, with the warning `align/failed`. It is kept unmoved if the frames that can be
 * compared did not move, or if it is the only evidence and merely shows too little (a dark frame that shows only the
 * window must not be lost for that reason). All motions are found from the middle exposure, even if another frame is
 * `chosen` as the reference; `align/reference` warns if that one cannot be aligned with others that move. Throws
 * `options/*` and `cancelled`.
 */
export async function planAlignment(
  { frames, motions, relation, chosen, names = frames.map((_, i) => `frame ${i + 1}`) }: PlanAlignmentInput,
  given: AlignOptionsInput,
  context: StageContext,
): Promise<AlignmentPlan> {
  const options = resolveOptions("align", alignOptions, given);
  for (const frame of frames) validateImage(frame, "align");
  if (motions.pyramids.length !== frames.length) {
    const count = motions.pyramids.length;
    throw new EngineError("internal", `align: expected motions of ${frames.length} frames, got ${count}`);
  }
  const { byExposure, skipped } = motions;
  const wanted = chosen ?? motions.reference;
  if (skipped) return untouched(frames, wanted, skipped);
  const found = await linkFrames(frames, motions, relation, options, context);
  const { reference, links } = seenFrom(wanted, { reference: motions.reference, links: found }, byExposure);
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
  if (reference !== wanted && !tripod) {
    const view = `the picture has the view of ${names[reference]}`;
    context.warn("align/reference", `${names[wanted]} is not aligned with the other frames; ${view}`);
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
 * Decides which frames match the reference without moving: those with negligible motion, and uncertain ones if the
 * certain ones do not move either.
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

/**
 * The motion of every frame except the reference, outwards from the reference on both sides. Each is compared with its
 * neighbour in exposure, all pairs at once; if that fails, with the next frame inwards.
 */
async function linkFrames(
  frames: readonly IntegerImage[],
  motions: RoughMotions,
  relation: Pick<Relation, "order" | "links">,
  options: AlignOptions,
  context: StageContext,
): Promise<Link[]> {
  const { byExposure, reference } = motions;
  const middle = byExposure.indexOf(reference);
  const sides = [byExposure.slice(0, middle).reverse(), byExposure.slice(middle + 1)];
  const between = motionBetween(frames, motions, relation, options, context);
  const links = await Promise.all(sides.map((side) => linkSide(side, reference, between, context)));
  return links.flat();
}

interface Anchor {
  readonly frame: number;
  /** Motion from the reference. */
  readonly transform: Homography;
}

async function linkSide(
  side: readonly number[],
  reference: number,
  between: (from: number, to: number) => Promise<MotionEstimate>,
  context: StageContext,
): Promise<Link[]> {
  const neighbours = await Promise.all(side.map((frame, i) => between(i === 0 ? reference : side[i - 1], frame)));
  const anchors: Anchor[] = [{ frame: reference, transform: identityHomography }];
  const links: Link[] = [];
  for (const [i, frame] of side.entries()) {
    throwIfCancelled(context, "align");
    let link: Link = { frame, anchor: reference, estimate: neighbours[i] };
    for (const { frame: anchor, transform } of anchors.slice(0, 2)) {
      const isNeighbour = anchor === (i === 0 ? reference : side[i - 1]);
      const estimate = isNeighbour ? neighbours[i] : await between(anchor, frame);
      link = { frame, anchor, estimate };
      if (!estimate.found) continue;
      const composed = composeHomographies(estimate.transform, transform);
      link = { frame, anchor, estimate: { ...estimate, transform: composed } };
      anchors.unshift({ frame, transform: composed });
      break;
    }
    links.push(link);
  }
  return links;
}

/** Map from the brighter frame's tones to the darker one's, for means of green; `undefined` if they share none. */
function toneBetween({ order, links }: Pick<Relation, "order" | "links">, bright: number, dark: number) {
  const [high, low] = [order.indexOf(bright), order.indexOf(dark)];
  const between = links.slice(Math.min(high, low), Math.max(high, low));
  if (between.some(({ trusted, contradicts }) => !trusted && !contradicts)) return undefined;
  const tables = between.map(({ meansDown }) => meansDown);
  if (high > low) return matchTone((value) => tables.reduceRight((mapped, table) => lookUp(table, mapped), value));
  const ups = tables.map(invertTable);
  return matchTone((value) => ups.reduce((mapped, table) => lookUp(table, mapped), value));
}

/** Motion from pixels of one frame to pixels of another, estimated on the brighter one, whose gradients are cleaner. */
function motionBetween(
  frames: readonly IntegerImage[],
  { pyramids, startBetween }: RoughMotions,
  relation: Pick<Relation, "order" | "links">,
  options: AlignOptions,
  context: StageContext,
): (from: number, to: number) => Promise<MotionEstimate> {
  const downwards = async (bright: number, dark: number) => {
    const search = {
      bright: pyramids[bright],
      dark: pyramids[dark],
      pictures: { bright: frames[bright], dark: frames[dark] },
      tone: toneBetween(relation, bright, dark),
      options,
    };
    return estimateMotion(search, await startBetween(bright, dark), context);
  };
  return async (from, to) => {
    if (pyramids[from].mean >= pyramids[to].mean) return downwards(from, to);
    const estimate = await downwards(to, from);
    return estimate.found ? { ...estimate, transform: invertHomography(estimate.transform) } : estimate;
  };
}
