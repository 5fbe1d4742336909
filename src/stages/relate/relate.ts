import { EngineError } from "../../errors/index.ts";
import type { Homography } from "../../image/index.ts";
import {
  cellSamples,
  type FrameCopy,
  type LinkTrust,
  lumaSample,
  noiseAt,
  type RelatedLink,
  type Relation,
  residualsOf,
  type SmallCopy,
  spreadSample,
} from "../../ops/index.ts";
import type { NoOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type ExposureFacts, settleExposures } from "./exposures.ts";
import { lightTable } from "./fit-response.ts";
import { type FittedTables, fitTables } from "./fit-tables.ts";
import { judgeLink } from "./judge-link.ts";
import { copyReading } from "./params.ts";

interface RelateInput {
  /** Copies of the decoded frames, of one size and in any order; the caller keeps them. */
  readonly copies: readonly FrameCopy[];
  /** ev100 per frame (larger: darker), if known. */
  readonly exposuresEv?: readonly (number | undefined)[];
  /** For each frame: cell of a reference → the frame's cell, to about a cell; absent if the frames are aligned. */
  readonly motions?: readonly Homography[];
}

/** Relation of two neighbours in exposure, for the report. Indices are those of the input frames. */
interface RelatedPair extends LinkTrust {
  /** Index of the darker frame. */
  readonly darker: number;
  /** Index of the brighter frame. */
  readonly brighter: number;
  /** Light of the brighter one relative to the darker, in stops. */
  readonly stops: number;
  /** False if the frames share no tones: the step is then that of EXIF, or the usual one. */
  readonly measured: boolean;
}

export interface RelateResult {
  /** Whether anything was done. */
  readonly applied: boolean;
  /** Reason if nothing was done, in plain words. */
  readonly reason?: string;
  /** Relation used by align and later stages; its copies are those of the input. */
  readonly relation: Relation;
  /** Neighbours in exposure, darkest first. */
  readonly pairs: readonly RelatedPair[];
  /** Exposures of the frames. */
  readonly exposures: ExposureFacts;
  /** Noise of each frame, in input order. */
  readonly noise: readonly NoiseFacts[];
}

/**
 * Noise of a frame's pixels, for the report: standard deviations of green in levels of 255, at display values 0.1 and
 * 0.5.
 */
interface NoiseFacts {
  /** At display value 0.1, in levels of 255. */
  readonly shadowLevels: number;
  /** At display value 0.5, in levels of 255. */
  readonly middleLevels: number;
}

/**
 * Finds how the exposures of a bracket are related: which is darker, how each tone of one maps to its neighbour, and
 * how much of the picture that leaves unexplained. Throws `input/mismatch` if sizes differ and `cancelled`.
 */
export async function relate(
  { copies: given, exposuresEv = [], motions }: RelateInput,
  _options: NoOptions,
  context: StageContext,
): Promise<RelateResult> {
  validateCopies(given);
  throwIfCancelled(context, "relate");
  const order = darkestFirst(given);
  const laid = order.map((i): SmallCopy => (motions ? layOnReference(given[i], motions[i], context) : given[i]));
  const known = order.map((i) => exposuresEv[i]);
  const fitted = await fitTables(laid, known, context);
  const links = fitted.links.map((each, k) => weighLink(laid[k], laid[k + 1], each));
  for (const copy of laid) if (!given.some(({ data }) => data === copy.data)) context.memory.release(copy.data);
  const copies = order.map((i) => given[i]);
  const exposures = settleExposures(order, fitted.exposures);
  return resultOf({ order, copies, links, light: lightTable(fitted.exposures.response) }, exposures);
}

interface SettleRelationInput {
  /** Result of {@link relate}. */
  readonly related: RelateResult;
  /** Copies of the aligned frames, and their indices when they were related. */
  readonly copies: readonly FrameCopy[];
  readonly kept: readonly number[];
  readonly exposuresEv: readonly (number | undefined)[];
  /** Names of the frames in warnings. */
  readonly names?: readonly string[];
}

/**
 * Measures again what a relation leaves unexplained once the frames are aligned. It is fitted again if a frame was
 * skipped, because that frame may have spoilt every link. Links that are not trusted are reported by
 * `relate/uncertain`, EXIF that the pixels contradict by `relate/exposure-mismatch`.
 */
export async function settleRelation(
  { related, copies: given, kept, exposuresEv, names = given.map((_, i) => `frame ${i + 1}`) }: SettleRelationInput,
  options: NoOptions,
  context: StageContext,
): Promise<RelateResult> {
  const { relation, exposures } = related;
  const complete = kept.length === relation.order.length;
  const moved = relation.order.some((i, k) => given[i] !== relation.copies[k]);
  let settled = related;
  if (!complete) settled = await relate({ copies: given, exposuresEv }, options, context);
  else if (moved) {
    const copies = relation.order.map((i) => given[i]);
    const links = relation.links.map(({ stops, measured, ...tables }, k) =>
      weighLink(copies[k], copies[k + 1], { tables, stops, measured }),
    );
    settled = resultOf({ ...relation, copies, links }, exposures);
  }
  for (const { darker, brighter, trusted, reason } of settled.pairs) {
    if (!trusted) context.warn("relate/uncertain", `${names[darker]} and ${names[brighter]}: ${reason}`);
  }
  for (const { frame, differenceEv } of settled.exposures.mismatches) {
    const light = `${Math.abs(differenceEv).toFixed(1)} stops ${differenceEv > 0 ? "more" : "less"} light`;
    const message = `${names[frame]}: shows ${light} than its EXIF says; the measured exposure is used`;
    context.warn("relate/exposure-mismatch", message);
  }
  return settled;
}

function resultOf(relation: Relation, exposures: ExposureFacts): RelateResult {
  const { order, links } = relation;
  const pairs = links.map(({ stops, measured, explained, shared, areas, trusted, contradicts, reason }, k) => ({
    stops,
    measured,
    darker: order[k],
    brighter: order[k + 1],
    explained,
    shared,
    areas,
    trusted,
    contradicts,
    ...(reason === undefined ? {} : { reason }),
  }));
  const single = order.length === 1;
  const noise: NoiseFacts[] = [];
  for (const [place, frame] of order.entries()) noise[frame] = describeNoise(relation.copies[place]);
  return { applied: !single, ...(single ? { reason: "there is one frame" } : {}), relation, pairs, exposures, noise };
}

function describeNoise({ noise }: FrameCopy): NoiseFacts {
  const [shadowLevels, middleLevels] = [0.1, 0.5].map((value) => Math.round(10 * 255 * noiseAt(noise, value)) / 10);
  return { shadowLevels, middleLevels };
}

function validateCopies(copies: readonly SmallCopy[]): void {
  const [first] = copies;
  if (copies.every(({ data, width }) => data.length === first.data.length && width === first.width)) return;
  const sizes = copies.map(({ width, height }) => `${width} × ${height}`);
  throw new EngineError("input/mismatch", `relate: expected frames of one size, got copies of ${sizes.join(", ")}`, {
    sizes,
  });
}

function weighLink(dark: SmallCopy, bright: SmallCopy, { tables, stops, measured }: FittedTables): RelatedLink {
  const link = { ...tables, ...residualsOf(dark, bright, tables) };
  return { ...link, stops, measured, ...judgeLink(dark, bright, link, measured) };
}

/** Indices by brightness; frames of equal brightness by content, so that the input order does not matter. */
function darkestFirst(copies: readonly SmallCopy[]): number[] {
  const means = copies.map(({ data }) => {
    let sum = 0;
    for (let i = lumaSample; i < data.length; i += cellSamples * copyReading.meanStride) sum += data[i];
    return sum;
  });
  const byContent = (a: number, b: number) => {
    const i = copies[a].data.findIndex((value, at) => value !== copies[b].data[at]);
    return i < 0 ? 0 : copies[a].data[i] - copies[b].data[i];
  };
  return copies.map((_, i) => i).sort((a, b) => means[a] - means[b] || byContent(a, b));
}

/**
 * A copy resampled to the reference by a rough motion (reference cell → cell of the copy): the nearest cell, so that no
 * cells are mixed. Cells outside the frame are marked as spread, so that they are not read. New memory, or the same
 * copy if it is already aligned.
 */
function layOnReference(copy: SmallCopy, h: Homography, { memory }: StageContext): SmallCopy {
  if (liesThere(copy, h)) return copy;
  const { width, height, data: from } = copy;
  const data = memory.u16(from.length);
  const [a, b, left, c, d, top, e, f, g] = h;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += cellSamples) {
      const scale = 1 / (e * x + f * y + g);
      const u = Math.floor((a * x + b * y + left) * scale + 0.5);
      const v = Math.floor((c * x + d * y + top) * scale + 0.5);
      const isInside = u >= 0 && v >= 0 && u < width && v < height;
      const start = isInside ? (v * width + u) * cellSamples : at;
      for (let sample = 0; sample < cellSamples; sample++) data[at + sample] = from[start + sample];
      if (!isInside) data[at + spreadSample] = 65535;
    }
  }
  return { ...copy, data };
}

function liesThere({ width, height }: SmallCopy, h: Homography): boolean {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ];
  return corners.every(([x, y]) => {
    const scale = 1 / (h[6] * x + h[7] * y + h[8]);
    const dx = (h[0] * x + h[1] * y + h[2]) * scale - x;
    const dy = (h[3] * x + h[4] * y + h[5]) * scale - y;
    return Math.hypot(dx, dy) < copyReading.minMove;
  });
}
