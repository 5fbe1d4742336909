import { basename, extname, join } from "node:path";
import { cancelledError, type EngineError, wrapError } from "../../errors/index.ts";
import { extensionOf } from "../../stages/encode/index.ts";
import type { HouseSetting, Look } from "../../stages/tone/index.ts";
import { fileExists, fittingName, type InputFile, isOwnPicture, makeFolder, type SourceStore } from "../disk/index.ts";
import {
  type FailedFile,
  type Grouping,
  groupFiles,
  type PhotoSet,
  readHeaders,
  type SetFlag,
  withoutOwnResults,
} from "../finding/index.ts";
import { JoinedSignal, withReason } from "../joined-signal.ts";
import { Leases } from "../leases.ts";
import { checkTarget, enhanceSet, type Report, runSet, type SetWatcher } from "../making/index.ts";
import { type EnhanceOptions, enhanceTables } from "../options.ts";
import { type Step, steps } from "../stages.ts";
import type { Tools } from "../tools.ts";
import { EventQueue } from "./event-queue.ts";
import { readHouse } from "./house.ts";

/** A set as events name it: `index` counts from 0 in the order of `grouped`. */
export interface SetSummary {
  readonly index: number;
  readonly files: readonly string[];
  readonly kind: "bracket" | "single";
  readonly reasons: readonly string[];
  readonly confidence: number;
  readonly flags: readonly SetFlag[];
  /** Where the picture goes, when it is written. */
  readonly output?: string;
  /**
   * What becomes of a file that has the output's name already; absent where there is none. Neither an original nor a
   * file that is no result of this program (`foreign`) is ever replaced.
   */
  readonly existing?: "skip" | "replace" | "refuse" | "original" | "foreign";
}

/**
 * What `enhanceBatch` tells. Every set ends in exactly one `finished` or `failed`; files that never made a set are in
 * `grouped`.
 */
export type BatchEvent =
  | {
      readonly type: "grouped";
      readonly sets: readonly SetSummary[];
      readonly failed: readonly FailedFile[];
      readonly warnings: Grouping["warnings"];
    }
  | { readonly type: "started"; readonly set: SetSummary }
  | {
      readonly type: "progress";
      readonly set: SetSummary;
      readonly step: Step;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly type: "finished";
      readonly set: SetSummary;
      readonly skipped: boolean;
      readonly path?: string;
      readonly bytes?: Uint8Array;
      readonly report?: Report;
    }
  | { readonly type: "failed"; readonly set: SetSummary; readonly error: EngineError };

export interface BatchRequest {
  readonly files: readonly InputFile[];
  /** Sources that could not be opened. */
  readonly failed: readonly FailedFile[];
  readonly groups?: readonly (readonly string[])[];
  /** Names of files that nobody named one by one. */
  readonly foundInFolders: readonly string[];
  /** Without it, finished events carry the bytes. */
  readonly outputDir?: string;
  /** By name of a set's first file: the folder within it. */
  readonly folders: Readonly<Record<string, string>>;
  /** Sets whose output exists are left alone. */
  readonly resume: boolean;
  /** For all pictures. */
  readonly look?: Look;
  /** Groups only. */
  readonly dryRun: boolean;
  /** Writes each picture's report beside it as JSON. */
  readonly report: boolean;
}

/** How many sets are worked on side by side: while one is written, the next is decoded. */
const setsInFlight = 2;

export async function* runBatch(
  request: BatchRequest,
  options: EnhanceOptions,
  store: SourceStore,
  tools: Tools,
  signal: AbortSignal,
): AsyncGenerator<BatchEvent> {
  if (request.outputDir !== undefined && !request.dryRun) await makeFolder(request.outputDir);
  const grouping = await groupAll(request, options, store, tools, signal);
  const planned = summarise(grouping.sets, request, options).map(async (summary) => {
    const existing = await existingAt(summary.output, request, options, store);
    return existing ? { ...summary, existing } : summary;
  });
  const summaries = await Promise.all(planned);
  yield {
    type: "grouped",
    sets: summaries,
    failed: grouping.failed,
    warnings: grouping.warnings,
  };
  if (request.dryRun) return;
  const isAllThere = summaries.every(({ existing }) => existing === "skip");
  const { look } = request;
  const asked = look ? grouping.sets.map((set) => ({ ...set, look })) : grouping.sets;
  const sets = isAllThere ? asked : await readHouseOf(asked, options, tools, signal);
  const stop = new AbortController();
  const joined = new JoinedSignal([signal, stop.signal]);
  const running = joined.signal;
  const events = new EventQueue<BatchEvent>();
  let next = 0;
  const lane = async () => {
    while (next < summaries.length && !running.aborted) {
      const index = next++;
      await processSet(sets[index], summaries[index], request, options, store, tools, running, events);
    }
  };
  const lanes = Promise.all(Array.from({ length: setsInFlight }, lane)).then(
    () => events.end(),
    (thrown) => events.fail(thrown),
  );
  try {
    yield* events;
  } finally {
    stop.abort();
    await lanes;
    joined.release();
  }
  if (signal.aborted) throw cancelledError("enhance");
}

async function groupAll(
  { files, groups, failed, foundInFolders }: BatchRequest,
  options: EnhanceOptions,
  store: SourceStore,
  tools: Tools,
  signal: AbortSignal,
): Promise<Grouping> {
  const leases = new Leases(tools);
  try {
    const headers = readHeaders(files, leases.tools, signal);
    const considered = await withoutOwnResults(files, headers, foundInFolders, groups);
    for (const result of considered.own) await store.disown(result);
    const wanted = { files: considered.files, headers: considered.headers, unopened: failed };
    const grouping = await groupFiles(
      { ...wanted, ...(groups ? { lists: groups } : {}) },
      options,
      leases.tools,
      signal,
    );
    return { ...grouping, warnings: [...considered.warnings, ...grouping.warnings] };
  } finally {
    leases.end();
  }
}

async function readHouseOf(
  sets: readonly PhotoSet[],
  options: EnhanceOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<readonly PhotoSet[]> {
  const leases = new Leases(tools);
  try {
    const told = await readHouse(sets, options, leases.tools, signal);
    return sets.map((set, i) => withHouse(set, told[i]));
  } finally {
    leases.end();
  }
}

function withHouse(set: PhotoSet, house: HouseSetting | undefined): PhotoSet {
  return house ? { ...set, house } : set;
}

async function processSet(
  set: PhotoSet,
  summary: SetSummary,
  request: BatchRequest,
  options: EnhanceOptions,
  store: SourceStore,
  tools: Tools,
  signal: AbortSignal,
  events: EventQueue<BatchEvent>,
): Promise<void> {
  const { output } = summary;
  try {
    if (output) await store.protectOriginals(output);
    if (output && request.resume && (await fileExists(output))) {
      events.push({ type: "finished", set: summary, skipped: true, path: output });
      return;
    }
    const { overwrite } = options.output;
    const target = {
      ...(output ? { path: output } : {}),
      writeReport: request.report,
      replaces: { picture: overwrite, report: overwrite || request.resume },
      tables: Object.keys(enhanceTables),
    };
    await checkTarget(target, store);
    const sizes = set.frames.map(({ file, inspection }) => ({ ...inspection, file }));
    const watcher: SetWatcher = {
      started: () => events.push({ type: "started", set: summary }),
      step: (step) =>
        events.push({ type: "progress", set: summary, step, done: steps.indexOf(step), total: steps.length }),
    };
    const order = { make: enhanceSet, options, target, bits: 16 } as const;
    const delivered = await runSet(sizes, async () => set, order, { store, tools, signal }, watcher);
    events.push({ type: "finished", set: summary, skipped: false, ...delivered });
  } catch (thrown) {
    const error = wrapError(withReason(thrown, signal), "internal", "enhance");
    events.push({ type: "failed", set: summary, error });
  }
}

/**
 * Names of outputs follow the first frame; a name that is taken in this batch gets a number, in the order of the sets.
 */
function summarise(
  sets: readonly PhotoSet[],
  { outputDir, folders }: BatchRequest,
  options: EnhanceOptions,
): SetSummary[] {
  const taken = new Set<string>();
  return sets.map((set, index) => {
    const { kind, reasons, confidence, flags } = set;
    const files = set.frames.map(({ file }) => file.name);
    const summary = { index, files, kind, reasons, confidence, flags };
    if (outputDir === undefined) return summary;
    const stem = basename(files[0], extname(files[0])) || "picture";
    const extension = `.${extensionOf(options.encode.format)}`;
    const within = Object.hasOwn(folders, files[0]) ? folders[files[0]] : "";
    const outputAs = (end: string) => join(outputDir, within, fittingName(stem, end));
    let output = outputAs(extension);
    for (let n = 2; taken.has(sameName(output)); n++) output = outputAs(`-${n}${extension}`);
    taken.add(sameName(output));
    return { ...summary, output };
  });
}

/** What {@link processSet} will do about a file that is there already. */
async function existingAt(
  output: string | undefined,
  { resume }: BatchRequest,
  options: EnhanceOptions,
  store: SourceStore,
): Promise<SetSummary["existing"]> {
  if (output === undefined || !(await fileExists(output))) return undefined;
  const isOriginal = await store.protectOriginals(output).then(
    () => false,
    () => true,
  );
  if (isOriginal) return "original";
  if (resume) return "skip";
  if (!(await isOwnPicture(output))) return "foreign";
  return options.output.overwrite ? "replace" : "refuse";
}

/** Names that are one on some file system compare equal. */
function sameName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
