import type { EngineError, Warning } from "../errors/index.ts";
import type { PixelMemory } from "../image/index.ts";
import type { KernelRunner, SelectedKernels } from "../kernels/index.ts";
import type { LensDatabase } from "../stages/lens/index.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import type { SceneModel } from "../stages/scene/index.ts";
import type { InputFile } from "./disk/index.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { FileLimits, TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Where work runs: the thread pool (workers/pool.ts) or the calling thread (workers/help.ts). */
export interface Executor {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /**
   * Runs one task of tasks.ts; rejects with an EngineError, with `cancelled` at once when `signal` fires. A task that
   * was already running continues to its end in the background: memory passed to it must not be used again until
   * `onStopped` is called, once.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal: AbortSignal,
    onStopped?: () => void,
  ): Promise<TaskOutput<Name>>;
  /** Kernels for one job: rejects only after all bands have stopped, so its memory is free again. */
  kernels(signal: AbortSignal): KernelRunner;
  close(): Promise<void>;
}

/**
 * Keeps what was found out about files for the next run. A value is plain data: records, lists, text, numbers and byte
 * arrays. Nothing of it ever rejects: what cannot be read counts as absent, what cannot be written is not kept, and
 * {@link takeTrouble} tells.
 */
export interface FileCache {
  /** Name of a fact about a file as it is now; absent for a file that is not the caller's own (spooled bytes). */
  keyOf(file: InputFile, fact: string): Promise<string | undefined>;
  get(key: string): Promise<unknown>;
  /** Returns at once; {@link close} waits for what is being written. */
  set(key: string, value: unknown): void;
  /** In words, what went wrong since the last call, once all is written; a broken entry goes and is made again. */
  takeTrouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What `find` gives, or what it gave for the same file in an earlier run. Failures are not kept. */
export async function remembered<T>(
  cache: FileCache | undefined,
  file: InputFile,
  fact: string,
  find: () => Promise<T>,
): Promise<T> {
  const key = await cache?.keyOf(file, fact);
  if (cache === undefined || key === undefined) return find();
  const known = await cache.get(key);
  if (known !== undefined) return known as T;
  const found = await find();
  cache.set(key, found);
  return found;
}

/** What the pipeline works with; the engine makes one set of tools and hands it down. */
export interface Tools {
  readonly executor: Executor;
  readonly metadata: MetadataTool;
  readonly cache?: FileCache;
  /** Keeps what was read from pictures too large for the cache; only in calls that make or take summaries. */
  readonly readings?: FileCache;
  /** Whatever decides what the facts of a summary are: only the same version can read it. */
  readonly summaryVersion: string;
  /** Signs results; none where no certificate was given. */
  readonly signer?: PictureSigner;
  readonly memory: PixelMemory;
  readonly budget: MemoryBudget;
  readonly limits: FileLimits;
  /** Of one set. */
  readonly maxFrames: number;
  readonly kernels: SelectedKernels;
  /** Folder for pictures of what sets are judged by; none without it. */
  readonly debugDir?: string;
  /** Read when the first photograph needs it. */
  lensDatabase(): Promise<LensDatabase>;
  /** Read when the first photograph needs it. */
  sceneModel(): Promise<SceneModel>;
  /** Of this package, for the software field of results. */
  readonly version: string;
  /** Versions of the libraries that decode, encode and write metadata, by name. */
  readonly libraries?: Readonly<Record<string, string>>;
}

/** Why a file is not read; `undefined` if it is sound. Must not reject. */
export type RefusalOf = (index: number) => Promise<EngineError | undefined>;

/** Reads and writes metadata of files; what the pipeline needs of ExifTool. */
export interface MetadataTool {
  /**
   * The tags of each path, in order; a file that cannot be read gives its error in its place. Rejects only with
   * `cancelled`, or `io/exiftool` when the tool itself cannot run. `onRead` is called once for every path, when it is
   * done. `refusalOf` gives the error of a file, by its place in `paths`, that the tool must not touch.
   */
  read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead?: () => void,
    refusalOf?: RefusalOf,
  ): Promise<readonly (TagRecord | EngineError)[]>;
  /**
   * Gives a finished file exactly the plan's metadata, in place; the colour profile stays. Returns what could not be
   * written (`metadata/dropped`). Rejects with `io/write` when the file was not changed, `limits/time`, `cancelled` or
   * `io/exiftool`.
   */
  write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]>;
  /** The tool's own version, e.g. `13.59`. */
  version(): Promise<string>;
  /** Ends the tool's processes; work under way is rejected with `cancelled`. */
  close(): Promise<void>;
}

/** What a signature states about a picture. */
export interface SignedFacts {
  readonly format: "jpeg" | "png" | "webp" | "tiff" | "avif";
  /** Names and hashes of the photographs; the first is the one whose exposure the picture follows. */
  readonly sources: readonly { readonly name: string; readonly sha256?: string }[];
  /** What was done, in plain words; empty where nothing was. */
  readonly operations: readonly string[];
  /** IPTC's digital source type of the picture, as its XMP has it. */
  readonly sourceType?: string;
  readonly version: string;
}

/** Puts content credentials (C2PA) into finished files. */
export interface PictureSigner {
  /** Identifies the signature, so that pictures with and without it are distinguished. */
  readonly id: string;
  /** The file with its credentials. Rejects with `io/write` if it cannot be signed. */
  sign(picture: Uint8Array<ArrayBuffer>, facts: SignedFacts): Promise<Uint8Array>;
}
