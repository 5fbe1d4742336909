import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { findAreas } from "./areas.ts";
import type { Grid } from "./cell-mask.ts";
import { chooseFrame, mappingOver } from "./choose-frame.ts";
import { compareNeighbours } from "./compare.ts";
import { type ExposureLink, linkExposures } from "./exposure-link.ts";
import { type DeghostInput, deghostOptions } from "./options.ts";
import { cellSamples, lumaSample, type SmallCopy, shrinkFrame } from "./small-copy.ts";
import { type ChosenArea, channelMappings, shareGrid, substitute } from "./substitute.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** One moved area, for the report. */
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
  const found = searchAreas(
    order.map((i) => copies[i]),
    order.map((i) => exposuresEv[i]),
    wrapX,
    context,
  );
  for (const { data } of copies) context.memory.release(data);
  if (found.areas.length === 0) return untouched(frames, "nothing moved");
  const shown = await showAreas(frames, order, found, consume, context);
  return { frames: shown, applied: true, ...describe(found.areas, order, found.grid, frames[0]) };
}

interface Found {
  readonly areas: readonly ChosenArea[];
  readonly links: readonly ExposureLink[];
  readonly grid: Grid & { readonly factor: number };
}

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
    for (let i = lumaSample; i < data.length; i += cellSamples) sum += data[i];
    return sum;
  });
  const byContent = (a: number, b: number) => {
    const i = copies[a].data.findIndex((value, at) => value !== copies[b].data[at]);
    return i < 0 ? 0 : copies[a].data[i] - copies[b].data[i];
  };
  return copies.map((_, i) => i).sort((a, b) => means[a] - means[b] || byContent(a, b));
}

function searchAreas(
  copies: readonly SmallCopy[],
  exposuresEv: readonly (number | undefined)[],
  wrapX: boolean,
  context: StageContext,
): Found {
  const { width, height, factor } = copies[0];
  const grid = { width, height, factor, wrapX };
  const links: ExposureLink[] = [];
  const worst = new Uint8Array(width * height);
  for (let k = 0; k + 1 < copies.length; k++) {
    throwIfCancelled(context, "deghost");
    const [dark, bright] = [exposuresEv[k], exposuresEv[k + 1]];
    const known = dark === undefined || bright === undefined ? undefined : dark - bright;
    links.push(linkExposures(copies[k], copies[k + 1], known));
    const contradictions = compareNeighbours(copies[k], copies[k + 1], links[k], wrapX);
    for (let i = 0; i < worst.length; i++) if (contradictions[i] > worst[i]) worst[i] = contradictions[i];
  }
  const map = mappingOver(links, lumaSample);
  const areas = findAreas(worst, grid).map((area) => ({ ...area, frame: chooseFrame(area, copies, map) }));
  return { areas, links, grid };
}

async function showAreas(
  frames: Frames,
  order: readonly number[],
  { areas, links, grid }: Found,
  consume: boolean,
  context: StageContext,
): Promise<Frames> {
  const { memory } = context;
  const shown: IntegerImage[] = [...frames];
  const maps = [0, 1, 2].map((c) => mappingOver(links, c));
  const share = memory.u8(grid.width * grid.height);
  for (const from of new Set(areas.map(({ frame }) => frame))) {
    shareGrid(areas, from, grid, share);
    for (let to = 0; to < order.length; to++) {
      if (to === from) continue;
      const i = order[to];
      if (!consume && shown[i] === frames[i]) shown[i] = { ...frames[i], data: copyOf(frames[i], context) };
      const mappings = channelMappings(maps, from, to);
      await substitute(frames[order[from]], shown[i].data, share, grid, mappings, to < from, context);
    }
  }
  memory.release(share);
  return shown as unknown as Frames;
}

function copyOf({ data }: IntegerImage, { memory }: StageContext): IntegerImage["data"] {
  const copy = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  copy.set(data);
  return copy;
}

function describe(
  areas: readonly ChosenArea[],
  order: readonly number[],
  { width, height, factor }: Found["grid"],
  image: IntegerImage,
) {
  const listed = areas.map(({ shown, frame }): MovedArea => {
    const box = [width, height, 0, 0];
    for (const cell of shown) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x + 1);
      box[3] = Math.max(box[3], y + 1);
    }
    const [x, y] = [box[0] * factor, box[1] * factor];
    const [right, bottom] = [Math.min(image.width, box[2] * factor), Math.min(image.height, box[3] * factor)];
    return { frame: order[frame], share: shown.length / (width * height), x, y, width: right - x, height: bottom - y };
  });
  const frames = new Uint8Array(width * height).fill(255);
  for (const { shown, frame } of areas) for (const cell of shown) frames[cell] = order[frame];
  listed.sort((a, b) => b.share - a.share);
  const share = listed.reduce((sum, area) => sum + area.share, 0);
  return {
    areaCount: areas.length,
    share,
    areas: listed.slice(0, mostListed),
    shownBy: { width, height, factor, frames },
  };
}

function untouched(frames: Frames, reason: string): DeghostResult {
  return { frames, applied: false, reason, areaCount: 0, share: 0, areas: [] };
}
