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
import { sequenceBars } from "./bars.ts";
import { cropTo } from "./crop.ts";
import { prepareRings, prepareShadows, type Rings } from "./edges.ts";
import { prepareMefSsim } from "./mef-ssim.ts";
import type { Frames, Method } from "./methods.ts";
import { outOfRange } from "./out-of-range.ts";
import { lumaPlane, shrinkPlane } from "./planes.ts";
import { marked, type Table } from "./table.ts";

export interface SequenceResult {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Whether frames were aligned first. */
  readonly aligned: boolean;
  /** One for each method. */
  readonly scores: readonly SequenceScore[];
}

export interface SequenceScore {
  readonly method: string;
  readonly mefSsim: number;
  readonly outOfRange: number;
  /** Absent if the frames have too few clear edges. */
  readonly rings: Rings | undefined;
  /** Share of the dark texture that is kept; absent if there is hardly any. */
  readonly shadows: number | undefined;
}

/**
 * Longer edge to which pictures fused at full size are reduced for scoring: the measure is designed for pictures of
 * about a megapixel.
 */
export const scoredEdgePx = 1600;
const limits = { maxFileBytes: 2 ** 30, maxPixels: 2 ** 28 };

/** Maximum total size of a small bracket's files, in bytes. */
const smallBytes = 600_000;

/** Names and files of the real brackets next to the checkout; empty if there are none. `small` skips large ones. */
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
  /** Whether to fuse the frames without aligning them. */
  readonly asShot?: boolean;
  /** Whether to remove ghosts first, as in the pipeline. */
  readonly deghosted?: boolean;
  /** Called with every fused picture. */
  readonly view?: SequenceViewer;
}

export type SequenceViewer = (name: string, method: string, image: IntegerImage) => Promise<void>;

/** Decodes, aligns and fuses real brackets by every method, and scores each relative to the aligned frames. */
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
  const ringsOf = await prepareRings(frames, context);
  const shadowsOf = prepareShadows(frames);
  const scores: SequenceScore[] = [];
  for (const method of methods) {
    const image = await method.fuse(fusedFrames, exposuresEv);
    scores.push({
      method: method.name,
      mefSsim: score(toScore(image)).score,
      outOfRange: outOfRange(frames, image),
      rings: await ringsOf(image),
      shadows: shadowsOf(image),
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

/** One line for each sequence: MEF-SSIM and rings of each method, natural's shadows and its pixels out of range. */
export function sequenceTable(results: readonly SequenceResult[]): Table {
  const names = results[0].scores.map(({ method }) => method);
  const peer = peerOf(names);
  const each = results.map(({ name, frames, width, height, aligned, scores }) => {
    const of = (method: string) => scores.find((score) => score.method === method);
    const natural = of("natural");
    const [own, theirs] = [natural?.rings?.share, peer === undefined ? undefined : of(peer)?.rings?.share];
    const isClean = own === undefined || theirs === undefined || own <= theirs + sequenceBars.ringsEach;
    const range = natural?.outOfRange ?? 0;
    return [
      name,
      `${frames} × ${width} × ${height}`,
      aligned ? "yes" : "no",
      ...names.map((method) => digits(of(method)?.mefSsim, 4)),
      ...names.map((method) => marked(percent(of(method)?.rings?.share), method !== "natural" || isClean)),
      digits(natural?.rings?.median, 1),
      percent(natural?.shadows),
      marked(range.toFixed(3), range <= sequenceBars.rangePercent),
    ];
  });
  const mean = (method: string, value: (score: SequenceScore) => number | undefined) =>
    meanOf(
      results.map(({ scores }) => scores.find((score) => score.method === method)).map((one) => one && value(one)),
    );
  const rings = (method: string) => mean(method, (score) => score.rings?.share);
  const last = [
    "mean",
    "",
    "",
    ...names.map((method) =>
      digits(
        mean(method, ({ mefSsim }) => mefSsim),
        4,
      ),
    ),
    ...names.map((method) => percent(rings(method))),
    digits(
      mean("natural", (score) => score.rings?.median),
      1,
    ),
    percent(mean("natural", ({ shadows }) => shadows)),
    "",
  ];
  const head = [
    ...["sequence", "frames", "moved"],
    ...names.map((method) => `MEF-SSIM ${method}`),
    ...names.map((method) => `rings ${method}${method === "natural" && peer ? ` ≤ ${peer} + 10 %` : ""} `),
    ...["natural: ring, median L*", "shadows kept", `range % ≤ ${sequenceBars.rangePercent} `],
  ];
  return { head, rows: [...each, last] };
}

/** The bars that natural misses. */
export function missedSequenceBars(results: readonly SequenceResult[]): Set<string> {
  const missed = new Set<string>();
  const peer = peerOf(results[0].scores.map(({ method }) => method));
  const of = (method: string | undefined) =>
    results.map(({ scores }) => scores.find((score) => score.method === method));
  const [natural, mertens, beside] = [of("natural"), of("mertens"), of(peer)];
  if (natural.some((score) => (score?.outOfRange ?? 0) > sequenceBars.rangePercent)) missed.add("range");
  const [own, theirs] = [natural, mertens].map((scores) => meanOf(scores.map((score) => score?.mefSsim)));
  if (own < theirs + sequenceBars.mefSsim) missed.add("MEF-SSIM");
  if (meanOf(natural.map((score) => score?.shadows)) < sequenceBars.shadows) missed.add("shadows");
  const more = natural.map((score, i) => (score?.rings?.share ?? Number.NaN) - (beside[i]?.rings?.share ?? Number.NaN));
  if (more.some((each) => each > sequenceBars.ringsEach)) missed.add("rings of one");
  if (meanOf(more) > sequenceBars.ringsMean) missed.add("rings");
  return missed;
}

/** The method with which rings are compared. */
function peerOf(names: readonly string[]): string | undefined {
  return ["enfuse", "mertens"].find((name) => names.includes(name));
}

/** Mean of the values that are present. */
function meanOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined && !Number.isNaN(value)) as number[];
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

const digits = (value: number | undefined, count: number) =>
  value === undefined || Number.isNaN(value) ? "–" : value.toFixed(count);
const percent = (share: number | undefined) =>
  share === undefined || Number.isNaN(share) ? "–" : `${(100 * share).toFixed(1)} %`;
