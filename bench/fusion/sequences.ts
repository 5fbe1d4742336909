import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ExifTool } from "../../src/exiftool/index.ts";
import { ev100, type IntegerImage } from "../../src/image/index.ts";
import { runTask } from "../../src/pipeline/tasks.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { describePhoto } from "../../src/stages/metadata/index.ts";
import { alignBracket } from "../../test/support/align-bracket.ts";
import { relateAndDeghost } from "../../test/support/related-stages.ts";
import { sharedFixtures } from "../../test/support/shared-fixtures.ts";
import { sequenceBarOf, sequenceBars } from "./bars.ts";
import { cropTo } from "./crop.ts";
import { prepareMefSsim } from "./mef-ssim.ts";
import type { Frames, Method } from "./methods.ts";
import { outOfRange } from "./out-of-range.ts";
import { lumaPlane, shrinkPlane } from "./planes.ts";
import { marked, signed, type Table } from "./table.ts";

export interface SequenceResult {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Whether frames were moved onto each other first. */
  readonly aligned: boolean;
  /** A method each. */
  readonly scores: readonly { readonly method: string; readonly mefSsim: number; readonly outOfRange: number }[];
}

/**
 * Pictures are fused at full size and shrunk to this longer edge to be scored: the measure belongs to pictures of about
 * a megapixel.
 */
export const scoredEdgePx = 1600;
const limits = { maxFileBytes: 2 ** 30, maxPixels: 2 ** 28 };

/** Files of a small bracket are not larger than this together, bytes. */
const smallBytes = 600_000;

/**
 * Names and files of the real brackets that lie beside the checkout; empty without them. `small` leaves large ones out.
 */
export function findSequences(small = false): Map<string, string[]> {
  const sequences = new Map<string, string[]>();
  for (const path of sharedFixtures("brackets")) {
    const name = basename(dirname(path));
    sequences.set(name, [...(sequences.get(name) ?? []), path]);
  }
  for (const [name, paths] of sequences) {
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    if (small && bytes > smallBytes) sequences.delete(name);
  }
  return sequences;
}

export interface SequenceSetting {
  /** Fuses the frames where they stand, moved or not. */
  readonly asShot?: boolean;
  /** Moved things are taken from one frame first, as the pipeline does. */
  readonly deghosted?: boolean;
  /** Sees every fused picture. */
  readonly view?: SequenceViewer;
}

export type SequenceViewer = (name: string, method: string, image: IntegerImage) => Promise<void>;

/** Decodes, aligns and fuses real brackets by every method, and scores each against the aligned frames. */
export async function runSequences(
  sequences: ReadonlyMap<string, readonly string[]>,
  methods: readonly Method[],
  context: StageContext,
  setting: SequenceSetting = {},
): Promise<SequenceResult[]> {
  const metadata = new ExifTool({ timeoutMs: 60_000 });
  const results: SequenceResult[] = [];
  try {
    for (const [name, paths] of sequences) {
      const tags = await metadata.read([...paths], context.signal);
      const exposures = tags.map((read) =>
        read instanceof Error ? undefined : ev100(describePhoto(read).photo.exposure),
      );
      const result = await runSequence(name, paths, exposures, methods, context, setting);
      if (result) results.push(result);
      else console.log(`${name}: skipped, its frames have different sizes`);
    }
  } finally {
    await metadata.close();
  }
  return results;
}

async function runSequence(
  name: string,
  paths: readonly string[],
  exposures: readonly (number | undefined)[],
  methods: readonly Method[],
  context: StageContext,
  { asShot = false, deghosted = false, view }: SequenceSetting,
): Promise<SequenceResult | undefined> {
  const decoded: IntegerImage[] = [];
  for (const path of paths) {
    const { result } = await runTask("decode", { path, limits, options: {} }, context.kernels);
    decoded.push(result.image);
  }
  if (decoded.some(({ width, height }) => width !== decoded[0].width || height !== decoded[0].height)) return undefined;
  const given = decoded as unknown as Frames;
  const { frames: moved, applied, common, kept } = await alignBracket(given, exposures, { align: !asShot }, context);
  const frames = kept.map((index) => cropTo(moved[index], common)) as unknown as Frames;
  const exposuresEv = kept.map((index) => exposures[index]);
  for (const frame of moved) context.memory.release(frame.data);
  const fusedFrames = deghosted ? (await relateAndDeghost(frames, {}, context, { exposuresEv })).frames : frames;
  const score = prepareMefSsim(frames.map(toScore));
  const scores: SequenceResult["scores"][number][] = [];
  for (const method of methods) {
    const image = await method.fuse(fusedFrames, exposuresEv);
    scores.push({
      method: method.name,
      mefSsim: score(toScore(image)).score,
      outOfRange: outOfRange(frames, image),
    });
    await view?.(name, method.name, image);
    method.release(image);
  }
  for (const frame of fusedFrames) if (!frames.includes(frame)) context.memory.release(frame.data);
  const { width, height } = common;
  return { name, width, height, frames: frames.length, aligned: applied, scores };
}

function toScore(image: IntegerImage) {
  return shrinkPlane(lumaPlane(image), scoredEdgePx);
}

/** One line a sequence: the score of each method, what natural has over mertens, and its pixels out of range. */
export function sequenceTable(results: readonly SequenceResult[]): Table {
  const names = results[0].scores.map(({ method }) => method);
  const score = (result: SequenceResult, method: string) =>
    result.scores.find((each) => each.method === method)?.mefSsim ?? Number.NaN;
  const mean = (method: string) => results.reduce((sum, each) => sum + score(each, method), 0) / results.length;
  const compared = names.includes("natural") && names.includes("mertens");
  const rows = results.map((result) => {
    const ahead = score(result, "natural") - score(result, "mertens");
    const range = result.scores.find(({ method }) => method === "natural")?.outOfRange ?? 0;
    return [
      result.name,
      `${result.frames} × ${result.width} × ${result.height}`,
      result.aligned ? "yes" : "no",
      ...names.map((method) => score(result, method).toFixed(4)),
      compared ? marked(signed(ahead), ahead >= sequenceBarOf(result.name)) : "–",
      marked(range.toFixed(3), range <= sequenceBars.rangePercent),
    ];
  });
  const ahead = mean("natural") - mean("mertens");
  rows.push([
    "mean",
    "",
    "",
    ...names.map((method) => mean(method).toFixed(4)),
    compared ? marked(signed(ahead), ahead >= sequenceBars.mean) : "–",
    "",
  ]);
  const head = [
    "sequence",
    "frames",
    "moved",
    ...names,
    `natural − mertens ≥ ${sequenceBars.known}, new ones ${sequenceBars.each} `,
    `natural range % ≤ ${sequenceBars.rangePercent} `,
  ];
  return { head, rows };
}

/** The bars that natural misses. */
export function missedSequenceBars(results: readonly SequenceResult[]): Set<string> {
  const missed = new Set<string>();
  let total = 0;
  for (const { name, scores } of results) {
    const natural = scores.find(({ method }) => method === "natural");
    const mertens = scores.find(({ method }) => method === "mertens");
    if (!natural || !mertens) return missed;
    const ahead = natural.mefSsim - mertens.mefSsim;
    total += ahead;
    if (ahead < sequenceBarOf(name)) missed.add("each");
    if (natural.outOfRange > sequenceBars.rangePercent) missed.add("range");
  }
  if (total / Math.max(1, results.length) < sequenceBars.mean) missed.add("mean");
  return missed;
}
