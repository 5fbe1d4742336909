import { setMaxListeners } from "node:events";
import { rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { cancelledError, EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/tools.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { type ExifToolCommand, findExifTool } from "./exiftool-command.ts";
import {
  assignmentArguments,
  parseBatch,
  parseTags,
  parseWriteOutput,
  readArguments,
  writeArguments,
} from "./exiftool-language.ts";
import { ExifToolProcess, type TimeLimit, type ToolOutput } from "./exiftool-process.ts";

interface ExifToolSettings {
  /**
   * Time limit for one file; a file that takes longer yields `limits/time` instead of tags. Reading one has 5 seconds
   * at most.
   */
  readonly timeoutMs?: number;
  /** Maximum number of ExifTool processes, started when needed. */
  readonly maxProcesses?: number;
  /** Replaces `perl` and the bundled script. */
  readonly command?: ExifToolCommand;
}

/**
 * Each batch costs 5 ms, and each of its files 2 to 20. Larger batches would save little, report progress
 * seldom and have more to read again when one file spoils it.
 */
const filesAtOnce = 16;
/** A second process spends two tenths of a second of processor time on its start, as much as twenty files. */
const minFilesAtOnce = 8;

/**
 * Reading a photograph's headers takes a hundredth of a second, so sixteen are done in one; a file in which ExifTool is
 * stuck would hold up all that is behind it. Writing copies the whole picture, and has the caller's time.
 */
const longestReadMs = 5_000;

interface TaskSettings {
  readonly limit?: TimeLimit;
  /** File to remove before the task is repeated. */
  readonly unfinished?: string;
  /** Read one after the other, each with the limit. */
  readonly files?: readonly string[];
}

interface Slot {
  process: ExifToolProcess | undefined;
  /** The end of the slot's queue: tasks of one process run one after the other. */
  tail: Promise<unknown>;
  waiting: number;
}

/**
 * The bundled ExifTool as a {@link MetadataTool}. Processes start with the first task, stay for the next, are replaced
 * after a time-out, and never keep Node alive. Paths may hold any character: they are made absolute, so none can pass
 * for an option.
 */
export class ExifTool implements MetadataTool {
  readonly #command: ExifToolCommand;
  readonly #readLimit: TimeLimit;
  readonly #writeLimit: TimeLimit;
  readonly #slots: readonly Slot[];
  readonly #stalled = new StalledFiles();
  #isClosed = false;

  constructor({ timeoutMs = 20_000, maxProcesses = 2, command = findExifTool() }: ExifToolSettings = {}) {
    this.#command = command;
    this.#readLimit = { taskMs: Math.min(timeoutMs, longestReadMs), maxMs: timeoutMs };
    this.#writeLimit = { taskMs: timeoutMs, maxMs: timeoutMs };
    this.#slots = Array.from({ length: Math.max(1, maxProcesses) }, () => ({
      process: undefined,
      tail: Promise.resolve(),
      waiting: 0,
    }));
  }

  async read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead: () => void = () => {},
    refusalOf: RefusalOf = async () => undefined,
  ): Promise<readonly (TagRecord | EngineError)[]> {
    setMaxListeners(0, signal); // every batch in the queue listens
    const size = Math.max(minFilesAtOnce, Math.min(filesAtOnce, Math.ceil(paths.length / this.#slots.length)));
    const batches = Array.from({ length: Math.ceil(paths.length / size) }, (_, i) =>
      paths.slice(i * size, (i + 1) * size),
    );
    // They start while the files are looked at; a failed start is reported by its first task.
    for (const slot of this.#slots.slice(0, signal.aborted ? 0 : batches.length))
      slot.tail = slot.tail.then(() => this.#processOf(slot)).catch(() => {});
    const read = batches.map(async (batch, i) => {
      const refusals = await Promise.all(batch.map((_, k) => refusalOf(i * size + k)));
      const tags = await this.#readSome(
        batch.filter((_, k) => refusals[k] === undefined),
        signal,
      );
      let next = 0;
      const records = refusals.map((refusal) => refusal ?? tags[next++]);
      for (const _ of batch) onRead();
      return records;
    });
    return (await Promise.all(read)).flat();
  }

  async write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]> {
    const args = [...writeArguments, ...plan.assignments.flatMap(assignmentArguments), resolve(path)];
    return parseWriteOutput(
      await this.#run(args, signal, { limit: this.#writeLimit, unfinished: `${path}_exiftool_tmp` }),
      path,
    );
  }

  async version(): Promise<string> {
    return (await this.#run(["-ver"], new AbortController().signal)).stdout.trim();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#slots.map((slot) => slot.process?.end()));
  }

  /** The process of a slot, a new one if it has ended. */
  async #processOf(slot: Slot): Promise<ExifToolProcess> {
    if (!slot.process || slot.process.isDead) slot.process = await ExifToolProcess.start(this.#command);
    if (this.#isClosed) {
      await slot.process.end();
      throw new EngineError("io/exiftool", "metadata: the ExifTool processes were closed");
    }
    return slot.process;
  }

  /** Where somebody else ends the process, another one does the task once more, without what the first left behind. */
  async #run(
    args: readonly string[],
    signal: AbortSignal,
    { limit = this.#readLimit, unfinished, files }: TaskSettings = {},
  ): Promise<ToolOutput> {
    if (signal.aborted) throw cancelledError("metadata");
    const slot = this.#slots.reduce((least, other) => (other.waiting < least.waiting ? other : least));
    slot.waiting++;
    const waiting = new AbortController();
    const task = slot.tail.then(async () => {
      waiting.abort();
      if (signal.aborted) throw cancelledError("metadata");
      const process = await this.#processOf(slot);
      try {
        return await runToTheEnd(process, args, limit, signal, files);
      } catch (thrown) {
        if (!process.wasKilled) throw thrown;
        if (unfinished !== undefined) await rm(unfinished, { force: true });
        return await runToTheEnd(await this.#processOf(slot), args, limit, signal, files);
      }
    });
    slot.tail = task.catch(() => {});
    try {
      return await Promise.race([task, rejectedWhileWaiting(signal, waiting.signal)]);
    } finally {
      slot.waiting--;
    }
  }

  /**
   * Several files in one go, which saves what every go costs; where one of them spoils it, each alone. One that was too
   * slow has its error at once, and for as long as it stays as it is; the others are read in another go.
   */
  async #readSome(paths: readonly string[], signal: AbortSignal): Promise<readonly (TagRecord | EngineError)[]> {
    const known = await Promise.all(paths.map((path) => this.#stalled.errorOf(path)));
    const left = paths.filter((_, i) => known[i] === undefined);
    if (left.length < paths.length) {
      const read = await this.#readSome(left, signal);
      let next = 0;
      return known.map((error) => error ?? read[next++]);
    }
    if (paths.length < 2) return Promise.all(paths.map((path) => this.#readOne(path, signal)));
    const files = paths.map((path) => resolve(path));
    try {
      const { stdout } = await this.#run(readArguments, signal, { files });
      const records = parseBatch(stdout, files);
      if (records !== undefined) return records;
    } catch (thrown) {
      const error = wrapError(thrown, "io/exiftool", "metadata");
      if (error.code === "cancelled") throw error;
      const path = error.code === "limits/time" ? error.context.path : undefined;
      if (typeof path === "string" && (await this.#stalled.add(path, error))) return this.#readSome(paths, signal);
    }
    return Promise.all(paths.map((path) => this.#readOne(path, signal)));
  }

  async #readOne(path: string, signal: AbortSignal): Promise<TagRecord | EngineError> {
    try {
      return parseTags(await this.#run([...readArguments, resolve(path)], signal), path);
    } catch (thrown) {
      const error = wrapError(thrown, "io/exiftool", "metadata", { path });
      if (error.code === "cancelled") throw error;
      if (error.code === "limits/time") await this.#stalled.add(path, error);
      // A tool that cannot run at all is everyone's error; one that broke at this file is the file's.
      if (error.code === "io/exiftool") await this.#run(["-ver"], signal);
      return error;
    }
  }
}

/** When the process had to be killed, its end is awaited: until then it may still touch the file. */
async function runToTheEnd(
  process: ExifToolProcess,
  args: readonly string[],
  limit: TimeLimit,
  signal: AbortSignal,
  files: readonly string[] = [],
): Promise<ToolOutput> {
  try {
    return await process.run(args, limit, signal, files);
  } catch (thrown) {
    if (process.isDead) await process.end();
    throw thrown;
  }
}

/** Rejects with `cancelled` if `signal` fires before `waitingEnds`; otherwise never settles. */
function rejectedWhileWaiting(signal: AbortSignal, waitingEnds: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(cancelledError("metadata")), { once: true, signal: waitingEnds });
  });
}

/** State of a file that was too slow. */
interface Stalled {
  readonly state: string;
  readonly error: EngineError;
}

/** The files that ExifTool is stuck in: each has its error at once for as long as it stays as it is. */
class StalledFiles {
  readonly #files = new Map<string, Stalled>();

  /** Remembers a file; `false` if it no longer exists. */
  async add(path: string, error: EngineError): Promise<boolean> {
    const state = await stateOf(path);
    if (state !== undefined) this.#files.set(resolve(path), { state, error });
    return state !== undefined;
  }

  async errorOf(path: string): Promise<EngineError | undefined> {
    const stalled = this.#files.get(resolve(path));
    return stalled && stalled.state === (await stateOf(path)) ? stalled.error : undefined;
  }
}

/** Size and time of a file: while both are unchanged, so is its content. */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.size} ${found.mtimeMs}`;
}
