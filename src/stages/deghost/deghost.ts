import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { findParts, type Grid } from "./cell-mask.ts";
import { mappingOver } from "./exposure-link.ts";
import { type DeghostInput, deghostOptions } from "./options.ts";
import { noFrame, type Plan, planSubstitutions } from "./plan.ts";
import { cellSamples, lumaSample, type SmallCopy, shrinkFrame } from "./small-copy.ts";
import { channelMappings, shareGrid, substitute } from "./substitute.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** A moved area, or the part of one that one frame shows. */
export interface MovedArea {
  /** Index of the frame that shows it, in the order given. */
  readonly frame: number;
  /** Share of the picture. */
  readonly share: number;
  /** Its bounding box, pixels; with `wrapX` an area over the edge is as wide as the picture. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DeghostResult {
  /**
   * In the order given. A frame in which something was shown by another one has new data, which the caller owns (its own, changed,
   * with `consume`); every other one is the very object that was handed in.
   */
  readonly frames: Frames;
  readonly applied: boolean;
  readonly reason?: string;
  /** How many areas moved. */
  readonly areaCount: number;
  /** Share of the picture that they cover. */
  readonly share: number;
  /** The largest of them, largest first. */
  readonly areas: readonly MovedArea[];
  /** Which frame shows which part of the picture; absent when nothing moved. */
  readonly shownBy?: ShownBy;
}

/** A grid of cells of `factor` × `factor` pixels: the index of the frame that shows a cell, 255 where all frames are fused. */
export interface ShownBy {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  readonly frames: Uint8Array;
}

export interface DeghostSetting {
  /** ev100 a frame (larger: darker), where known. */
  readonly exposuresEv?: readonly (number | undefined)[];
  /** The frames are full circles: their left and right edges meet. */
  readonly wrapX?: boolean;
  /** Frames may be changed where they are, instead of in new memory. */
  readonly consume?: boolean;
}

/** Areas that a report lists. */
const mostListed = 20;
/** Every so-many-th cell tells how bright a frame is. */
const meanStride = 7;
/** Less than this along the shorter edge shows too little to tell movement from noise. */
const leastEdgePx = 32;

/**
 * Makes a bracket of aligned frames (equal sizes, display sRGB, 8 or 16 bits, any order) one still scene: where something moved,
 * every frame shows what one of them saw, brought to its own exposure. What stands still keeps its bytes.
 * Throws `input/mismatch` when sizes differ, `options/*` and `cancelled`.
 */
export async function deghost(
  frames: Frames,
  input: DeghostInput,
  context: StageContext,
  { exposuresEv = [], wrapX = false, consume = false }: DeghostSetting = {},
): Promise<DeghostResult> {
  const { deghost: mode } = resolveOptions("deghost", deghostOptions, input);
  validateFrames(frames);
  const reason = reasonToSkip(frames, mode);
  if (reason) return untouched(frames, reason);
  const copies: SmallCopy[] = [];
  for (const frame of frames) copies.push(await shrinkFrame(frame, context));
  const order = darkestFirst(copies);
  const { width, height, factor } = copies[0];
  const grid = { width, height, factor, wrapX };
  const darkest = order.map((i) => copies[i]);
  const stops = order.map((i, k) => difference(exposuresEv[order[k - 1]], exposuresEv[i]));
  const plan = await planSubstitutions(darkest, stops, grid, context);
  for (const { data } of copies) context.memory.release(data);
  if (plan.substitutions.length === 0) return untouched(frames, "nothing moved");
  const shown = await carryOut(frames, order, plan, grid, consume, context);
  return { frames: shown, applied: true, ...describe(plan, order, darkest[0], frames[0]) };
}

const difference = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a - b;

function validateFrames(frames: Frames): void {
  const [first] = frames;
  for (const frame of frames) {
    validateImage(frame, "deghost");
    if (frame.width === first.width && frame.height === first.height && frame.channels === first.channels) continue;
    const sizes = frames.map((each) => `${each.width} × ${each.height}`);
    throw new EngineError("input/mismatch", `deghost: expected frames of one size, got ${sizes.join(", ")}`, { sizes });
  }
}

function reasonToSkip([first, ...others]: Frames, mode: string): string | undefined {
  if (mode === "off") return "it is switched off";
  if (others.length === 0) return "there is one frame";
  if (first.channels !== 3) return "the frames are grey";
  if (Math.min(first.width, first.height) < leastEdgePx)
    return `${first.width} × ${first.height} pixels show too little`;
  return undefined;
}

/** Indices by brightness; frames of equal brightness by content, so that the order given does not matter. */
function darkestFirst(copies: readonly SmallCopy[]): number[] {
  const means = copies.map(({ data }) => {
    let sum = 0;
    for (let i = lumaSample; i < data.length; i += cellSamples * meanStride) sum += data[i];
    return sum;
  });
  const byContent = (a: number, b: number) => {
    const i = copies[a].data.findIndex((value, at) => value !== copies[b].data[at]);
    return i < 0 ? 0 : copies[a].data[i] - copies[b].data[i];
  };
  return copies.map((_, i) => i).sort((a, b) => means[a] - means[b] || byContent(a, b));
}

async function carryOut(
  frames: Frames,
  order: readonly number[],
  { substitutions, links }: Plan,
  grid: Grid & { readonly factor: number },
  consume: boolean,
  context: StageContext,
): Promise<Frames> {
  const { memory } = context;
  const shown: IntegerImage[] = [...frames];
  const maps = [0, 1, 2].map((c) => mappingOver(links, c));
  const share = memory.u8(grid.width * grid.height);
  for (const { from, to, cells } of substitutions) {
    const i = order[to];
    if (!consume && shown[i] === frames[i]) shown[i] = { ...frames[i], data: copyOf(frames[i], context) };
    shareGrid(cells, grid, share);
    const mappings = channelMappings(maps, from, to);
    await substitute(shown[order[from]], shown[i].data, share, grid, mappings, to < from, context);
  }
  memory.release(share);
  return shown as unknown as Frames;
}

function copyOf({ data }: IntegerImage, { memory }: StageContext): IntegerImage["data"] {
  const copy = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  copy.set(data);
  return copy;
}

/** Facts for the report. */
function describe({ areaCount, labels }: Plan, order: readonly number[], grid: SmallCopy, image: IntegerImage) {
  const { width, height, factor } = grid;
  const areas: MovedArea[] = [];
  for (const [k, frame] of order.entries()) {
    const mask = labels.map((label) => (label === k ? 1 : 0));
    for (const cells of findParts(mask, { width, height, wrapX: false })) {
      const columns = cells.map((cell) => cell % width);
      const rows = cells.map((cell) => Math.floor(cell / width));
      const [left, top] = [columns.reduce(least) * factor, rows.reduce(least) * factor];
      const right = Math.min(image.width, (columns.reduce(most) + 1) * factor);
      const bottom = Math.min(image.height, (rows.reduce(most) + 1) * factor);
      const share = cells.length / labels.length;
      areas.push({ frame, share, x: left, y: top, width: right - left, height: bottom - top });
    }
  }
  areas.sort((a, b) => b.share - a.share);
  const share = areas.reduce((sum, area) => sum + area.share, 0);
  const frames = labels.map((label) => (label === noFrame ? noFrame : order[label]));
  return { areaCount, share, areas: areas.slice(0, mostListed), shownBy: { width, height, factor, frames } };
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);

function untouched(frames: Frames, reason: string): DeghostResult {
  return { frames, applied: false, reason, areaCount: 0, share: 0, areas: [] };
}
