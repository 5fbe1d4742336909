import { cellSamples, lumaSample, type SmallCopy, spreadSample } from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Cells, isTooSmall, type View } from "./cells.ts";
import { compareExposures } from "./frame-pairs.ts";
import { exposure, flatBand } from "./frame-params.ts";
import { findOdd, sketchOf } from "./likeness.ts";
import { type Finding, findingsOf, type Measure, type Measured, measures } from "./measures.ts";
import { compareTones } from "./tones.ts";

/** A frame that does not belong to the picture. */
interface LeftOut {
  /** Index of the frame in input order. */
  readonly frame: number;
  readonly measure: Extract<Measure, "damaged-frame" | "turned-frame" | "other-scene">;
}

export interface FramesCheck {
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  /** Frames that should not be fused; at least one other frame always remains. */
  readonly leftOut: readonly LeftOut[];
  /** Whether every frame is black, white or one flat colour. */
  readonly showsNothing: boolean;
}

interface CheckFramesInput {
  /** Views of the decoded frames, all of one size; the caller keeps them. */
  readonly views: readonly View[];
  /** Names of the frames in findings. */
  readonly names: readonly string[];
}

/** Checks that the frames belong together and that each is whole. Views that are too small are not checked. */
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

/** Share of cells for which `says` is true in every frame. */
function alwaysShare(frames: readonly Cells[], says: (luma: number) => boolean): number {
  const [first, ...others] = frames;
  let count = 0;
  for (let i = 0; i < first.luma.length; i++) {
    if (says(first.luma[i]) && others.every(({ luma }) => says(luma[i]))) count++;
  }
  return count / first.luma.length;
}

/**
 * For each frame, the share of its height at the bottom that is one flat colour, neither black nor white, where the
 * frames next in exposure show content: decoders fill the missing rest of a file with such a band. 0 without one. Areas
 * too dark or too bright for a frame are flat, too, but match the other frames' tones: the frame shows such tones the
 * same way above the band. A single frame is never reported as truncated.
 */
function truncatedShares(frames: readonly SmallCopy[]): number[] {
  const tops = frames.map(bandTop);
  // Bands do not show the exposure.
  const above = Math.min(...frames.map(({ height }, k) => tops[k] ?? height));
  const means = frames.map((frame) => meanLuma(frame, above));
  const order = [...frames.keys()].sort((a, b) => means[a] - means[b]);
  const shares = frames.map(() => 0);
  for (const [place, k] of order.entries()) {
    const top = tops[k];
    if (top === undefined) continue;
    const neighbours = [order[place - 1], order[place + 1]].filter((i) => i !== undefined);
    const isCut = neighbours.length > 0 && neighbours.every((i) => contradicts(frames[i], frames[k], top));
    if (isCut) shares[k] = 1 - top / frames[k].height;
  }
  return shares;
}

/** First row of a flat band at the bottom of a picture; undefined if there is none, or if all rows are flat. */
function bandTop({ width, height, data }: SmallCopy): number | undefined {
  const row = (y: number) => y * width * cellSamples;
  const last = row(height - 1);
  let top = height;
  while (top > 0 && isFlat(data, row(top - 1), width, last)) top--;
  const luma = data[last + lumaSample] / 65535;
  return top > 0 && top <= height * (1 - flatBand.minShare) && luma > flatBand.mid[0] && luma < flatBand.mid[1]
    ? top
    : undefined;
}

function isFlat(data: Uint16Array, start: number, width: number, like: number): boolean {
  const most = flatBand.tolerance * 65535;
  for (let at = start; at < start + width * cellSamples; at += cellSamples) {
    if (data[at + spreadSample] > most) return false;
    for (let c = 0; c < lumaSample; c++) if (Math.abs(data[at + c] - data[like + c]) > most) return false;
  }
  return true;
}

/** Whether another frame predicts that this one is not flat from a row on, based on the rows above it in both. */
function contradicts(other: SmallCopy, own: SmallCopy, top: number): boolean {
  if (other.width !== own.width || other.height !== own.height) return false;
  const first = top * own.width;
  const expected = toneMap(other, own, first);
  if (expected.every((each) => each === undefined)) return false;
  const flat = lumaAt(own, own.width * own.height - 1);
  let count = 0;
  for (let i = first; i < own.width * own.height; i++) if (isOff(flat, expected, binOf(lumaAt(other, i)))) count++;
  return count > flatBand.contradicted * (own.width * own.height - first);
}

/** Whether a tone is outside the range between the nearest known tones. */
function isOff(tone: number, expected: readonly (number | undefined)[], bin: number): boolean {
  const below = expected.slice(0, bin + 1).findLast((each) => each !== undefined);
  const above = expected.slice(bin).find((each) => each !== undefined);
  const [least, most] = [below ?? 0, above ?? 1];
  return tone < Math.min(least, most) - flatBand.off || tone > Math.max(least, most) + flatBand.off;
}

/** The median tone in this frame for each tone of another one, over the cells before `end`. */
function toneMap(other: SmallCopy, own: SmallCopy, end: number): (number | undefined)[] {
  const tones = Array.from({ length: flatBand.bins }, () => [] as number[]);
  for (let i = 0; i < end; i++) tones[binOf(lumaAt(other, i))].push(lumaAt(own, i));
  return tones.map((all) => {
    if (all.length < flatBand.minCells) return undefined;
    return all.sort((a, b) => a - b)[all.length >> 1];
  });
}

const binOf = (luma: number) => Math.min(flatBand.bins - 1, Math.floor(luma * flatBand.bins));
const lumaAt = ({ data }: SmallCopy, cell: number) => data[cell * cellSamples + lumaSample] / 65535;

/** Mean luma of the rows before `end`. */
function meanLuma(copy: SmallCopy, end: number): number {
  const cells = copy.width * Math.min(end, copy.height);
  let sum = 0;
  for (let i = 0; i < cells; i++) sum += lumaAt(copy, i);
  return sum / cells;
}
