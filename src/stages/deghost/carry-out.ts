import type { IntegerImage, PixelMemory } from "../../image/index.ts";
import { type FrameCopy, mappingOver, type Relation } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { type Plan, planSubstitutions } from "./plan.ts";
import { channelMappings, shareGrid, substitute } from "./substitute.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface PlanInput {
  /** How the frames' exposures are related. */
  readonly relation: Relation;
  /** The frames are full circles: their left and right edges meet. */
  readonly wrapX?: boolean;
  /** Indices of frames that could not be aligned: what contradicts them proves no movement. */
  readonly unaligned?: readonly number[];
}

/** What is to be done with frames in the order given. */
export interface FramePlan extends Plan {
  /** The frames' indices, darkest first: those of the plan. */
  readonly order: readonly number[];
  readonly grid: Grid & { readonly factor: number };
}

/** Looks for what moved between the frames of a relation, and decides what to do about it. */
export async function planFrames(
  { relation, wrapX = false, unaligned = [] }: PlanInput,
  context: StageContext,
): Promise<FramePlan> {
  const [first, last] = longestTrusted(relation);
  const given = relation.copies.slice(first, last + 1);
  const copies = given.map((copy) => duplicate(copy, context));
  const { width, height, factor } = copies[0];
  const grid = { width, height, factor, wrapX };
  const order = relation.order.slice(first, last + 1);
  const links = relation.links.slice(first, last);
  const isAligned = order.map((frame) => !unaligned.includes(frame));
  const plan = await planSubstitutions({ given, copies, links, isAligned, grid }, context);
  for (const { data } of copies) context.memory.release(data);
  return { ...plan, order, grid };
}

/**
 * First and last place of the most frames in a row whose links are trusted. Frames beyond cannot be held against them.
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

/** Does what the plan says where the frames lie, or in new memory for each that others read, too. */
export async function carryOut(
  frames: Frames,
  { substitutions, links, order, grid }: FramePlan,
  context: StageContext,
): Promise<Frames> {
  const { memory } = context;
  const shown: IntegerImage[] = [...frames];
  const maps = [0, 1, 2].map((c) => mappingOver(links, c));
  const share = memory.u8(grid.width * grid.height);
  for (const { from, to, cells } of substitutions) {
    const i = order[to];
    if (shown[i] === frames[i] && !isAlone(frames[i], shown, memory))
      shown[i] = { ...frames[i], data: copyOf(frames[i], context) };
    shareGrid(cells, grid, share);
    const mappings = channelMappings(maps, from, to);
    const shownThere = { source: shown[order[from]], share, grid, mappings, darker: to < from };
    await substitute(shown[i].data, shownThere, context);
  }
  memory.release(share);
  return shown as unknown as Frames;
}

/** Whether only this stage reads a frame, and in one place. */
function isAlone({ data }: IntegerImage, frames: readonly IntegerImage[], memory: PixelMemory): boolean {
  return memory.mayOverwrite(data) && frames.filter((frame) => frame.data === data).length === 1;
}

function copyOf({ data }: IntegerImage, { memory }: StageContext): IntegerImage["data"] {
  const copy = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  copy.set(data);
  return copy;
}
