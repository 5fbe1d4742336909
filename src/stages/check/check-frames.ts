import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { Cells } from "./cells.ts";
import { truncatedShares } from "./flat-band.ts";
import { compareExposures } from "./frame-pairs.ts";
import { exposure } from "./frame-params.ts";
import { sketchOf } from "./likeness.ts";
import { type Finding, findingsOf, type Measure, type Measured, measures } from "./measures.ts";
import { findOdd } from "./odd-frames.ts";
import { compareTones } from "./tones.ts";
import { isTooSmall, type View } from "./view.ts";

/** A frame that does not belong into the picture. */
export interface LeftOut {
  /** Index of the frame, in the order given. */
  readonly frame: number;
  readonly measure: Extract<Measure, "damaged-frame" | "turned-frame" | "other-scene">;
}

export interface FramesCheck {
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  /** Frames that are better not fused; others always remain. */
  readonly leftOut: readonly LeftOut[];
  /** Whether every frame is black, white or one flat colour. */
  readonly showsNothing: boolean;
}

export interface CheckFramesInput {
  /** Of the frames as they were decoded, of one size; they stay the caller's. */
  readonly views: readonly View[];
  /** What findings call the frames. */
  readonly names: readonly string[];
}

/** Do the frames belong together, and is each of them whole? Nothing is looked for in views that are too small. */
export async function checkFrames(
  { views, names }: CheckFramesInput,
  _options: NoOptions,
  context: StageContext,
): Promise<FramesCheck> {
  throwIfCancelled(context, "check");
  const copies = views.map(({ copy }) => copy);
  if (copies.some(isTooSmall)) return { findings: [], measured: {}, leftOut: [], showsNothing: false };
  const cells = views.map((view) => view.cells);
  const bands = truncatedShares(copies);
  const odd = copies.length > 1 ? findOdd(cells.map(sketchOf)) : { turned: [], foreign: [] };
  const pairs = await compareExposures(cells, context);
  const measured: Measured = {
    "damaged-frame": Math.max(...bands),
    "turned-frame": odd.turned.length,
    "other-scene": odd.foreign.length,
    "blurred-frame": pairs.blur,
    "balance-differs": pairs.balance,
    "over-exposed": alwaysShare(cells, (luma) => luma > exposure.white),
    "under-exposed": alwaysShare(cells, (luma) => luma < exposure.black),
  };
  const damaged = [...bands.keys()].filter((i) => bands[i] > measures["damaged-frame"].limit);
  const concerned: Partial<Record<Measure, readonly string[]>> = {
    "damaged-frame": damaged.map((i) => names[i]),
    "turned-frame": odd.turned.map(({ frame, turn }) => `${names[frame]}, ${turn}`),
    "other-scene": odd.foreign.map((i) => names[i]),
    "blurred-frame": pairs.blurred === undefined ? [] : [names[pairs.blurred]],
  };
  const findings = findingsOf(measured).map((finding) => {
    const about = concerned[finding.measure] ?? [];
    return about.length > 0 ? { ...finding, sentence: `${finding.sentence} (${about.join("; ")})` } : finding;
  });
  const left: LeftOut[] = [
    ...damaged.map((frame) => ({ frame, measure: "damaged-frame" }) as const),
    ...odd.turned.map(({ frame }) => ({ frame, measure: "turned-frame" }) as const),
    ...odd.foreign.map((frame) => ({ frame, measure: "other-scene" }) as const),
  ];
  const leftOut = left.filter(({ frame }, i) => left.findIndex((each) => each.frame === frame) === i);
  const blank = Math.min(...cells.map((each) => compareTones(each, []).emptyShare));
  const showsNothing = blank > measures.blank.limit;
  return { findings, measured, leftOut: leftOut.length < copies.length ? leftOut : [], showsNothing };
}

/** Share of cells that every frame shows the same way. */
function alwaysShare(frames: readonly Cells[], says: (luma: number) => boolean): number {
  const [first, ...others] = frames;
  let count = 0;
  for (let i = 0; i < first.luma.length; i++) {
    if (says(first.luma[i]) && others.every(({ luma }) => says(luma[i]))) count++;
  }
  return count / first.luma.length;
}
