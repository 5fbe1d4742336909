import { dirname } from "node:path";
import { cancelledError, type EngineError, type Warning, wrapError } from "../../errors/index.ts";
import { JoinedSignal, mapConcurrently, withReason } from "../concurrency.ts";
import { foreignError, hashFile, Journal, makeFolder, type SourceStore, sweepPending } from "../disk/index.ts";
import {
  type FailedFile,
  type Grouping,
  groupFiles,
  type PhotoSet,
  readHeaders,
  type UnusedFile,
  unusedTwins,
  withoutOwnResults,
} from "../finding/index.ts";
import { checkReading, type HouseReading } from "../house-reading.ts";
import { Leases } from "../leases.ts";
import {
  type Account,
  accountOf,
  checkTarget,
  enhanceSet,
  neededFor,
  type Report,
  readAccount,
  runSet,
  type SetWatcher,
} from "../making/index.ts";
import { enhanceTables, type ResolvedOptions } from "../options.ts";
import { type Step, steps } from "../stages.ts";
import type { Tools } from "../tools.ts";
import type { BatchRequest, SetSummary } from "./batch-request.ts";
import { readHouse } from "./house.ts";
import { existingAt, keyOf, type OutputPlan, sourceOf, summarise } from "./outputs.ts";
import { EventQueue } from "./picture-stream.ts";

/** The sets have been found. This event comes first, and once. */
export interface GroupedEvent {
  /** Kind of the event. */
  readonly type: "grouped";
  /** The sets, in the order of processing. */
  readonly sets: readonly SetSummary[];
  /** Files that are in no set, and why. */
  readonly failed: readonly FailedFile[];
  /** Sound files that are not used for a picture: second files of a shot, results of earlier runs. */
  readonly unused: readonly UnusedFile[];
  /** What the photographer should look at in the sets; often none. */
  readonly warnings: readonly Warning[];
}

/** The memory for a set is available, and work on it begins. */
export interface StartedEvent {
  /** Kind of the event. */
  readonly type: "started";
  /** The set. */
  readonly set: SetSummary;
}

/** A set has reached its next step. */
export interface ProgressEvent {
  /** Kind of the event. */
  readonly type: "progress";
  /** The set. */
  readonly set: SetSummary;
  /** The step that begins; if a picture is made again, this is an earlier step. */
  readonly step: Step;
  /** Number of finished steps, 0 to `total`. */
  readonly done: number;
  /** Total number of steps. */
  readonly total: number;
}

/** The picture of a set is finished. */
export interface FinishedEvent {
  /** Kind of the event. */
  readonly type: "finished";
  /** The set. */
  readonly set: SetSummary;
  /** Whether the set was skipped because an earlier run had made the picture (`resume`). */
  readonly skipped: boolean;
  /** Path of the picture; absent without `outputDir`. */
  readonly path?: string | undefined;
  /** The file of the picture; absent with `outputDir`. */
  readonly bytes?: Uint8Array | undefined;
  /** Sources of the picture, decisions and their reasons; absent if the set was skipped. */
  readonly report?: Report;
  /** For a skipped set: the account by the run that made the picture. */
  readonly earlier?: Account;
}

/** A set has no picture; the run continues with the others. */
export interface FailedEvent {
  /** Kind of the event. */
  readonly type: "failed";
  /** The set. */
  readonly set: SetSummary;
  /** Why: its `kind` says who must act. */
  readonly error: EngineError;
}

/**
 * An event of `enhanceBatch`. Every set ends in exactly one `finished` or `failed`; files that never made a set are in
 * `grouped`.
 */
export type BatchEvent = GroupedEvent | StartedEvent | ProgressEvent | FinishedEvent | FailedEvent;

/** Number of sets processed at the same time: while one is written, the next is decoded. */
const setsInFlight = 2;

export async function* runBatch(
  request: BatchRequest,
  options: ResolvedOptions,
  store: SourceStore,
  tools: Tools,
  signal: AbortSignal,
): AsyncGenerator<BatchEvent> {
  if (request.outputDir !== undefined && !request.dryRun) await makeFolder(request.outputDir);
  const grouping = await groupAll(request, options, store, tools, signal);
  const journal = request.outputDir === undefined ? undefined : await Journal.read(request.outputDir);
  const plan = { request, options, store, tools, journal, signal };
  const summaries = await mapConcurrently(summarise(grouping.sets, plan), setsInFlight, async (summary, i) => {
    const existing = await existingAt(summary.output, grouping.sets[i], plan);
    return existing ? { ...summary, existing } : summary;
  });
  yield {
    type: "grouped",
    sets: summaries,
    failed: grouping.failed,
    unused: [...grouping.unused, ...unusedTwins(grouping.sets)],
    warnings: grouping.warnings,
  };
  if (request.dryRun) return;
  await sweep(summaries);
  const isNoneMade = summaries.every(({ existing }) => existing !== undefined && existing !== "replace");
  const { look } = request;
  const asked = look ? grouping.sets.map((set) => ({ ...set, look })) : grouping.sets;
  const sets = isNoneMade ? asked : await readHouseOf(asked, options, tools, signal);
  const stop = new AbortController();
  const joined = new JoinedSignal([signal, stop.signal]);
  const running = joined.signal;
  const events = new EventQueue<BatchEvent>();
  let next = 0;
  const lane = async () => {
    while (next < summaries.length && !running.aborted) {
      const index = next++;
      await processSet(sets[index], summaries[index], { ...plan, signal: running }, events);
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
    await journal?.close();
  }
  if (signal.aborted) throw cancelledError("enhance");
}

async function groupAll(
  { files, groups, references, failed, foundInFolders }: BatchRequest,
  options: ResolvedOptions,
  store: SourceStore,
  tools: Tools,
  signal: AbortSignal,
): Promise<Grouping & { readonly unused: readonly UnusedFile[] }> {
  const leases = new Leases(tools);
  try {
    const headers = readHeaders(files, leases.tools, signal);
    const considered = await withoutOwnResults(files, headers, foundInFolders, groups);
    for (const result of considered.own) await store.disown(result);
    const wanted = { files: considered.files, headers: considered.headers, references, unopened: failed };
    const grouping = await groupFiles(
      { ...wanted, ...(groups ? { lists: groups } : {}) },
      options,
      leases.tools,
      signal,
    );
    const unused = considered.own.map(({ name }) => ({ file: name, reason: "a result of an earlier run" }));
    return { ...grouping, unused, warnings: [...considered.warnings, ...grouping.warnings] };
  } finally {
    leases.end();
  }
}

async function readHouseOf(
  sets: readonly PhotoSet[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
): Promise<readonly PhotoSet[]> {
  const leases = new Leases(tools);
  try {
    const readings = await readHouse(sets, options, leases.tools, signal);
    return sets.map((set, i) => withHouse(set, readings[i]));
  } finally {
    leases.end();
  }
}

function withHouse(set: PhotoSet, reading: HouseReading | undefined): PhotoSet {
  return reading ? { ...set, ...checkReading(reading) } : set;
}

/** Removes files that killed runs left next to the pictures. */
async function sweep(summaries: readonly SetSummary[]): Promise<void> {
  const folders = new Set(summaries.flatMap(({ output }) => (output === undefined ? [] : [dirname(output)])));
  for (const folder of folders) await sweepPending(folder);
}

async function processSet(
  set: PhotoSet,
  summary: SetSummary,
  plan: OutputPlan,
  events: EventQueue<BatchEvent>,
): Promise<void> {
  const { request, options, store, tools, signal } = plan;
  const { output, existing } = summary;
  try {
    if (output) await store.protectOriginals(output);
    if (output && existing === "skip") {
      const earlier = readAccount(plan.journal?.entriesOf(output).at(-1)?.account);
      events.push({ type: "finished", set: summary, skipped: true, path: output, ...(earlier ? { earlier } : {}) });
      return;
    }
    const { overwrite } = options.output;
    if (output && existing === "foreign") throw foreignError(output);
    const target = {
      ...(output
        ? { path: output, record: (made: string, report: Report) => record(made, report, set, output, plan) }
        : {}),
      writeReport: request.report,
      replaces: { picture: overwrite || existing === "replace", report: overwrite || request.resume },
      tables: Object.keys(enhanceTables),
    };
    await checkTarget(target, store);
    const sizes = neededFor(set, options).map((frame) => ({
      ...frame.inspection,
      file: frame.file,
      flash: set.flash.includes(frame),
    }));
    const watcher: SetWatcher = {
      started: () => events.push({ type: "started", set: summary }),
      step: (step) =>
        events.push({ type: "progress", set: summary, step, done: steps.indexOf(step), total: steps.length }),
    };
    const order = { make: enhanceSet, options, target, bits: 16, rectifies: true } as const;
    const delivered = await runSet(sizes, async () => set, order, { store, tools, signal }, watcher);
    events.push({ type: "finished", set: summary, skipped: false, ...delivered });
  } catch (thrown) {
    const error = wrapError(withReason(thrown, signal), "internal", "enhance");
    events.push({ type: "failed", set: summary, error });
  }
}

/** Records in the journal what a finished file was made of, before the file gets its name. */
async function record(made: string, report: Report, set: PhotoSet, output: string, plan: OutputPlan): Promise<void> {
  const { journal, signal } = plan;
  const [key, result] = await Promise.all([keyOf(set, plan), hashFile(made, signal)]);
  if (!journal || key === undefined || result === undefined) return;
  const account = accountOf(report);
  await journal.add({ output: journal.nameOf(output), source: sourceOf(set, journal), key, result, account });
}
