import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import {
  cellSamples,
  type ExposureLink,
  type LinkTrust,
  lumaSample,
  type Relation,
  residualsOf,
  type SmallCopy,
  shrinkFrame,
} from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type FittedTables, fitTables } from "./fit-tables.ts";
import { judgeLink } from "./judge-link.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface RelateSetting {
  /** What the frames are called in warnings. */
  readonly names?: readonly string[];
  /** ev100 a frame (larger: darker), where known. */
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** How two neighbours in exposure hang together, for the report. Indices are those of the frames as given. */
export interface RelatedPair extends LinkTrust {
  readonly darker: number;
  readonly brighter: number;
  /** Light of the brighter one over the darker, in stops. */
  readonly stops: number;
}

export interface RelateResult {
  readonly applied: boolean;
  readonly reason?: string;
  /** What later stages go by; its copies are the caller's to release. */
  readonly relation: Relation;
  readonly pairs: readonly RelatedPair[];
}

/** Every so-many-th cell tells how bright a frame is. */
const meanStride = 7;

/**
 * Finds out how the exposures of a bracket hang together: which is darker, what each tone of one is in its neighbour, and how
 * much of the picture that leaves unexplained. Frames of one size (display sRGB, 8 or 16 bits, any order). Throws `input/mismatch` when sizes
 * differ and `cancelled`.
 */
export async function relate(
  frames: Frames,
  _options: Record<string, never>,
  context: StageContext,
  { exposuresEv = [], names = frames.map((_, i) => `frame ${i + 1}`) }: RelateSetting = {},
): Promise<RelateResult> {
  validateFrames(frames);
  const given: SmallCopy[] = [];
  for (const frame of frames) given.push(await shrinkFrame(frame, context));
  const order = darkestFirst(given);
  const copies = order.map((i) => given[i]);
  throwIfCancelled(context, "relate");
  const knownStops = order.slice(1).map((i, k) => difference(exposuresEv[order[k]], exposuresEv[i]));
  const fitted = fitTables(copies, knownStops);
  const links = fitted.map((each, k) => linkNeighbours(copies[k], copies[k + 1], each));
  for (const [k, { trusted, reason }] of links.entries()) {
    if (trusted) continue;
    context.warn("relate/uncertain", `${names[order[k]]} and ${names[order[k + 1]]}: ${reason}`);
  }
  const pairs = links.map(({ explained, trusted, contradicts, reason }, k) => ({
    stops: fitted[k].stops,
    darker: order[k],
    brighter: order[k + 1],
    explained,
    trusted,
    contradicts,
    ...(reason === undefined ? {} : { reason }),
  }));
  const single = frames.length === 1;
  return {
    applied: !single,
    ...(single ? { reason: "there is one frame" } : {}),
    relation: { order, copies, links },
    pairs,
  };
}

function validateFrames(frames: Frames): void {
  const [first] = frames;
  for (const frame of frames) {
    validateImage(frame, "relate");
    if (frame.width === first.width && frame.height === first.height && frame.channels === first.channels) continue;
    const sizes = frames.map((each) => `${each.width} × ${each.height}`);
    throw new EngineError("input/mismatch", `relate: expected frames of one size, got ${sizes.join(", ")}`, { sizes });
  }
}

function linkNeighbours(
  dark: SmallCopy,
  bright: SmallCopy,
  { tables, measured }: FittedTables,
): ExposureLink & LinkTrust {
  const link = { ...tables, ...residualsOf(dark, bright, tables) };
  return { ...link, ...judgeLink(dark, bright, link, measured) };
}

/** Stops of the second over the first. */
function difference(darker: number | undefined, brighter: number | undefined): number | undefined {
  return darker === undefined || brighter === undefined ? undefined : darker - brighter;
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
