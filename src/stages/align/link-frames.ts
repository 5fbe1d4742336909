import { composeHomographies, type Homography, identityHomography, invertHomography } from "../../image/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { estimateMotion } from "./estimate-motion.ts";
import type { Pyramid } from "./luminance-pyramid.ts";
import type { MotionEstimate } from "./motion.ts";
import type { AlignOptions } from "./options.ts";

/** A frame's motion onto the reference, composed over its neighbours. */
export interface Link {
  readonly frame: number;
  /** The frame, nearer to the reference in exposure, that it was compared with. */
  readonly anchor: number;
  readonly estimate: MotionEstimate;
}

/**
 * The motion of every frame but the reference, outwards from the reference on both sides. Each is compared with its neighbour in
 * exposure, all pairs at once; where that fails, with the next frame inwards.
 */
export async function linkFrames(
  pyramids: readonly Pyramid[],
  byExposure: readonly number[],
  reference: number,
  options: AlignOptions,
  context: StageContext,
): Promise<Link[]> {
  const middle = byExposure.indexOf(reference);
  const sides = [byExposure.slice(0, middle).reverse(), byExposure.slice(middle + 1)];
  const between = (from: number, to: number) => motionBetween(pyramids[from], pyramids[to], options, context);
  const links = await Promise.all(sides.map((side) => linkSide(side, reference, between, context)));
  return links.flat();
}

interface Anchor {
  readonly frame: number;
  /** From the reference. */
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
