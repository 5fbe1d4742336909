import type { SmallCopy } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { flatBandShare } from "./flat-band.ts";
import { compareExposures } from "./frame-pairs.ts";
import { compareSketches, type Sketch, sketchOf, type Turn } from "./likeness.ts";
import { type Finding, findingsOf, type Measure, type Measured, measures } from "./measures.ts";
import { isTooSmall } from "./size.ts";
import { compareTones } from "./tones.ts";

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

/** Frames of one scene are at least this alike (correlation of ranked gradients): 0.66 was the least of 40 brackets; other scenes reach 0.29. */
const oneScene = 0.45;
/** A frame that shows less of its scene than this cannot be told from another. */
const leastShown = 0.3;

/**
 * Do the frames belong together, and is each of them whole? `copies`: of the frames as they were decoded, of one size; `names`: what
 * findings call them. Nothing is looked for in copies that are too small.
 */
export function checkFrames(
  copies: readonly SmallCopy[],
  names: readonly string[],
  context: StageContext,
): FramesCheck {
  throwIfCancelled(context, "check");
  if (copies.some(isTooSmall)) return { findings: [], measured: {}, leftOut: [], showsNothing: false };
  const cells = copies.map(cellsOf);
  const bands = copies.map(flatBandShare);
  const odd = copies.length > 1 ? findOdd(copies.map(sketchOf)) : { turned: [], foreign: [] };
  const pairs = compareExposures(cells);
  const measured: Measured = {
    "damaged-frame": Math.max(...bands),
    "turned-frame": odd.turned.length,
    "other-scene": odd.foreign.length,
    "blurred-frame": pairs.blur,
    "balance-differs": pairs.balance,
    "over-exposed": alwaysShare(cells, (luma) => luma > 0.97),
    "under-exposed": alwaysShare(cells, (luma) => luma < 0.06),
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

/** Frames that no chain of likeness joins to the most of the others; of two halves, the one that shows less. */
function findOdd(sketches: readonly Sketch[]) {
  const turnOf = new Map<number, Turn>();
  const parts = sketches.map((_, i) => i);
  const join = (a: number, b: number) => {
    const [from, to] = [parts[b], parts[a]];
    for (const [i, part] of parts.entries()) if (part === from) parts[i] = to;
  };
  const turnedPairs: { a: number; b: number; turn: Turn }[] = [];
  const untold = new Set<number>([...sketches.keys()].filter((i) => sketches[i].shown < leastShown));
  const told = new Set<number>();
  for (let a = 0; a < sketches.length; a++) {
    for (let b = a + 1; b < sketches.length; b++) {
      const { value, turn } = compareSketches(sketches[a], sketches[b]);
      if (value === undefined) continue;
      told.add(a).add(b);
      if (turn !== "as it is") turnedPairs.push({ a, b, turn });
      else if (value >= oneScene) join(a, b);
    }
  }
  const weight = (part: number) =>
    parts.reduce((sum, each, i) => sum + (each === part ? 1 + 0.5 * sketches[i].shown : 0), 0);
  const main = [...new Set(parts)].sort((a, b) => weight(b) - weight(a))[0];
  const odd = [...sketches.keys()].filter((i) => parts[i] !== main && told.has(i) && !untold.has(i));
  for (const { a, b, turn } of turnedPairs) {
    if (parts[a] === main && odd.includes(b)) turnOf.set(b, turn);
    if (parts[b] === main && odd.includes(a)) turnOf.set(a, turn);
  }
  return {
    turned: odd.flatMap((frame) => (turnOf.has(frame) ? [{ frame, turn: turnOf.get(frame) }] : [])),
    foreign: odd.filter((frame) => !turnOf.has(frame)),
  };
}

/** Share of cells of which every frame says the same. */
function alwaysShare(frames: readonly Cells[], says: (luma: number) => boolean): number {
  const [first, ...others] = frames;
  let count = 0;
  for (let i = 0; i < first.luma.length; i++) {
    if (says(first.luma[i]) && others.every(({ luma }) => says(luma[i]))) count++;
  }
  return count / first.luma.length;
}
