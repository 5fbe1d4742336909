import { type IntegerImage, maxValueOf, type PixelMemory, type U8 } from "../../image/index.ts";
import { type FrameCopy, type Mapping, mappingOver, type Relation } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { dilate, type Grid } from "./cell-mask.ts";
import { areaLimits, shownFrame } from "./params.ts";
import { type Plan, planSubstitutions } from "./plan.ts";
import { rowsAround } from "./window.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface PlanInput {
  /** How the frames' exposures are related. */
  readonly relation: Relation;
  /** The frames are full circles: their left and right edges are adjacent. */
  readonly wrapX?: boolean;
  /** Indices of frames that could not be aligned: their contradictions do not prove movement. */
  readonly unaligned?: readonly number[];
  /** Index of the frame from which things that moved are shown, unless they are black or white in it. */
  readonly chosen?: number | undefined;
}

/** The plan for frames in input order. */
export interface FramePlan extends Plan {
  /** Index of each frame of the plan, darkest first. */
  readonly order: readonly number[];
  readonly grid: Grid & { readonly factor: number };
}

/** Finds movement between the frames of a relation, and plans the substitutions. */
export async function planFrames(
  { unaligned = [], chosen, ...known }: PlanInput,
  context: StageContext,
): Promise<FramePlan> {
  const { copies: given, order, links, grid } = comparableFrames(known);
  const copies = given.map((copy) => duplicate(copy, context));
  const isAligned = order.map((frame) => !unaligned.includes(frame));
  const preferred = chosen !== undefined && order.includes(chosen) ? order.indexOf(chosen) : undefined;
  const plan = await planSubstitutions({ given, copies, links, isAligned, preferred, grid }, context);
  for (const { data } of copies) context.memory.release(data);
  return { ...plan, order, grid };
}

/** The frames of a relation that can be compared, darkest first. */
export function comparableFrames({ relation, wrapX = false }: Pick<PlanInput, "relation" | "wrapX">) {
  const [first, last] = longestTrusted(relation);
  const copies = relation.copies.slice(first, last + 1);
  const { width, height, factor } = copies[0];
  const order = relation.order.slice(first, last + 1);
  return { copies, order, links: relation.links.slice(first, last), grid: { width, height, factor, wrapX } };
}

/**
 * First and last index of the longest run of frames whose links are trusted. Frames outside cannot be compared with
 * them.
 */
function longestTrusted({ links }: Relation): [number, number] {
  let [best, first]: [[number, number], number] = [[0, 0], 0];
  for (let k = 0; k < links.length; k++) {
    if (!links[k].trusted) first = k + 1;
    else if (k + 1 - first > best[1] - best[0]) best = [first, k + 1];
  }
  return best;
}

function duplicate(copy: FrameCopy, { memory }: StageContext): FrameCopy {
  const data = memory.u16(copy.data.length);
  data.set(copy.data);
  return { ...copy, data };
}

/** Carries out the plan in place, or in new memory for each frame that others read as well. */
export async function carryOut(
  frames: Frames,
  { substitutions, links, order, grid }: FramePlan,
  context: StageContext,
): Promise<Frames> {
  const { memory } = context;
  const shown: IntegerImage[] = [...frames];
  const maps = [0, 1, 2].map((c) => mappingOver(links, c));
  for (const { from, to, cells } of substitutions) {
    const i = order[to];
    if (shown[i] === frames[i] && !isAlone(frames[i], shown, memory))
      shown[i] = { ...frames[i], data: copyOf(frames[i], context) };
    const mappings = channelMappings(maps, from, to);
    await substitute(
      { source: shown[order[from]], target: shown[i], cells, grid, mappings, darker: to < from },
      context,
    );
  }
  return shown as unknown as Frames;
}

/** Whether only this stage reads a frame, and only once. */
function isAlone({ data }: IntegerImage, frames: readonly IntegerImage[], memory: PixelMemory): boolean {
  return memory.mayOverwrite(data) && frames.filter((frame) => frame.data === data).length === 1;
}

function copyOf({ data }: IntegerImage, { memory }: StageContext): IntegerImage["data"] {
  const copy = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  copy.set(data);
  return copy;
}

/**
 * Blend weights of the shown frame: 255 inside `cells`, fading out over the cells around them. Writes `target`, in
 * which all weights are 0.
 */
function shareGrid(cells: Uint8Array, grid: Grid, target: U8): void {
  let reached = cells;
  for (let step = 0; step <= areaLimits.featherCells; step++) {
    const value = Math.round((255 * (areaLimits.featherCells + 1 - step)) / (areaLimits.featherCells + 1));
    for (let i = 0; i < target.length; i++) if (reached[i] && target[i] === 0) target[i] = value;
    if (step < areaLimits.featherCells) reached = dilate(reached, grid, 1);
  }
}

/** The replacement of a frame's samples in some cells. */
interface Substitute {
  readonly source: IntegerImage;
  /** The frame whose samples are replaced. */
  readonly target: IntegerImage;
  readonly cells: Uint8Array;
  readonly grid: Grid & { readonly factor: number };
  /** Maps from the source's display values to the target's, one per channel. */
  readonly mappings: readonly ((value: number) => number)[];
  /** Whether the target is the darker exposure. */
  readonly darker: boolean;
}

/** Shows the content of one frame in another, at that frame's exposure, in the rows around the cells. */
async function substitute(
  { source, target, cells, grid, mappings, darker }: Substitute,
  { kernels, memory }: StageContext,
): Promise<void> {
  const window = rowsAround(cells, grid, areaLimits.featherCells + 1);
  const share = memory.u8(cells.length);
  share.fill(0);
  const rows = [window.top * grid.width, (window.top + window.height) * grid.width] as const;
  shareGrid(cells.subarray(...rows), window, share.subarray(...rows));
  const entries = source.data instanceof Uint8Array ? 256 : 65536;
  const table = target.data instanceof Uint8Array ? memory.u8(entries * 3) : memory.u16(entries * 3);
  const max = maxValueOf(target.data);
  for (const [c, map] of mappings.entries()) {
    for (let i = 0; i < entries; i++) {
      table[c * entries + i] = Math.round(max * map(i / (entries - 1)));
    }
  }
  const { width } = source;
  const { factor, width: gridWidth, height: gridHeight } = grid;
  const first = window.top * factor;
  // Pixels that do not fill a cell belong to the last ones.
  const end = window.top + window.height === gridHeight ? source.height : first + window.height * factor;
  const whiteFrom = Math.round((darker ? shownFrame.whitening : 1) * (entries - 1)) - (darker ? 0 : 1);
  const args = {
    source: source.data.subarray(first * width * 3, end * width * 3),
    target: target.data.subarray(first * width * 3, end * width * 3),
    table,
    share,
    whiteFrom,
    top: first,
    width,
    height: end - first,
    gridWidth,
    gridHeight,
    factor,
    wrapX: grid.wrapX ? 1 : 0,
  } as const;
  await kernels.run("deghostBlend", args, args.height);
  for (const view of [share, table]) memory.release(view);
}

/** The mappings of all channels between two frames. */
function channelMappings(maps: readonly Mapping[], from: number, to: number): ((value: number) => number)[] {
  return maps.map((map) => (value: number) => map(from, to, value));
}
