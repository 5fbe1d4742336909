import type { IntegerImage } from "../../image/index.ts";
import { cellSamples, lumaSample, type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { mappingOver } from "./exposure-link.ts";
import { type Plan, planSubstitutions } from "./plan.ts";
import { channelMappings, shareGrid, substitute } from "./substitute.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface PlanSetting {
  /** ev100 a frame (larger: darker), where known. */
  readonly exposuresEv?: readonly (number | undefined)[];
  /** The frames are full circles: their left and right edges meet. */
  readonly wrapX?: boolean;
}

/** What is to be done with frames in the order given. */
export interface FramePlan extends Plan {
  /** The frames' indices, darkest first: those of the plan. */
  readonly order: readonly number[];
  readonly grid: Grid & { readonly factor: number };
}

/** Every so-many-th cell tells how bright a frame is. */
const meanStride = 7;

/** Looks for what moved between frames of one size, and decides what to do about it. */
export async function planFrames(
  frames: Frames,
  { exposuresEv = [], wrapX = false }: PlanSetting,
  context: StageContext,
): Promise<FramePlan> {
  const copies: SmallCopy[] = [];
  for (const frame of frames) copies.push(await shrinkFrame(frame, context));
  const order = darkestFirst(copies);
  const { width, height, factor } = copies[0];
  const grid = { width, height, factor, wrapX };
  const stops = order.map((i, k) => difference(exposuresEv[order[k - 1]], exposuresEv[i]));
  const plan = await planSubstitutions(
    order.map((i) => copies[i]),
    stops,
    grid,
    context,
  );
  for (const { data } of copies) context.memory.release(data);
  return { ...plan, order, grid };
}

/** Does what the plan says, in new memory for each frame that changes, or with `consume` where the frames are. */
export async function carryOut(
  frames: Frames,
  { substitutions, links, order, grid }: FramePlan,
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

const difference = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a - b;

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

function copyOf({ data }: IntegerImage, { memory }: StageContext): IntegerImage["data"] {
  const copy = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  copy.set(data);
  return copy;
}
