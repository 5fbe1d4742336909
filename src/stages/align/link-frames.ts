import {
  composeHomographies,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
} from "../../image/index.ts";
import { invertTable, lookUp, type Relation } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { estimateMotion } from "./estimate-motion.ts";
import type { RoughMotions } from "./find-motions.ts";
import type { MotionEstimate } from "./motion.ts";
import type { AlignOptions } from "./options.ts";
import { matchTone } from "./tone-match.ts";

/** A frame's motion onto the reference, composed over its neighbours. */
export interface Link {
  readonly frame: number;
  /** The frame, nearer to the reference in exposure, that it was compared with. */
  readonly anchor: number;
  readonly estimate: MotionEstimate;
}

/**
 * The motion of every frame but the reference, outwards from the reference on both sides. Each is compared with its
 * neighbour in exposure, all pairs at once; if that fails, with the next frame inwards.
 */
export async function linkFrames(
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

/**
 * The tones of the brighter of two frames in the darker, of means of green; `undefined` where the frames share none.
 */
function toneBetween({ order, links }: Pick<Relation, "order" | "links">, bright: number, dark: number) {
  const [high, low] = [order.indexOf(bright), order.indexOf(dark)];
  const between = links.slice(Math.min(high, low), Math.max(high, low));
  if (between.some(({ trusted, contradicts }) => !trusted && !contradicts)) return undefined;
  const tables = between.map(({ meansDown }) => meansDown);
  if (high > low) return matchTone((value) => tables.reduceRight((mapped, table) => lookUp(table, mapped), value));
  const ups = tables.map(invertTable);
  return matchTone((value) => ups.reduce((mapped, table) => lookUp(table, mapped), value));
}

/**
 * Motion from pixels of one frame to pixels of another, estimated on the brighter of them, whose gradients are cleaner.
 */
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
