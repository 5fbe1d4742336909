import type { EngineError, Warning } from "../errors/index.ts";
import type { PixelMemory } from "../image/index.ts";
import type { KernelRunner, SelectedKernels } from "../kernels/index.ts";
import type { LensDatabase } from "../stages/lens/index.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import type { SceneModel } from "../stages/scene/index.ts";
import type { InputFile, PixelFiles } from "./disk/index.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { FileLimits, TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Runs work on the thread pool (workers/pool.ts) or on the calling thread (workers/help.ts). */
export interface Executor {
  /** Number of tasks that run at the same time. */
  readonly concurrency: number;
  /**
   * Runs one task of tasks.ts; rejects with an EngineError, with `cancelled` at once when `signal` fires. A task that
   * was already running continues in the background: memory passed to it must not be reused until `onStopped` is
   * called, which happens once.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal: AbortSignal,
    onStopped?: () => void,
  ): Promise<TaskOutput<Name>>;
  /** Kernels for one job. A call rejects only after all bands have stopped, so its memory can then be reused. */
  kernels(signal: AbortSignal): KernelRunner;
  close(): Promise<void>;
}

/**
 * Caches facts about files for later runs. A value is plain data: records, lists, text, numbers and byte arrays. No
 * method rejects: entries that cannot be read count as absent, entries that cannot be written are dropped, and {@link
 * takeTrouble} reports both.
 */
export interface FileCache {
  /**
   * Key of a fact about the current state of a file; absent for files that are not the caller's own (spooled bytes).
   */
  keyOf(file: InputFile, fact: string): Promise<string | undefined>;
  get(key: string): Promise<unknown>;
  /** Stores a value. Returns at once; {@link close} waits for pending writes. */
  set(key: string, value: unknown): void;
  /** Waits for pending writes and describes problems since the last call; a damaged entry is removed and made again. */
  takeTrouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The result of `find`, or its cached result for the same file. Failures are not cached. */
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

/** Shared resources of the pipeline; the engine makes one set of them and passes it down. */
export interface Tools {
  readonly executor: Executor;
  readonly metadata: MetadataTool;
  readonly cache?: FileCache;
  /** Caches readings of pictures too large for the cache; present only in calls that make or use summaries. */
  readonly readings?: FileCache;
  /** Version of everything that affects the facts of a summary: only the same version can read it. */
  readonly summaryVersion: string;
  /** Signs results; absent without a certificate. */
  readonly signer?: PictureSigner;
  readonly memory: PixelMemory;
  /** Puts the pictures of sets that need too much memory in files; absent if the system cannot. */
  readonly pixelFiles?: PixelFiles;
  readonly budget: MemoryBudget;
  readonly limits: FileLimits;
  /** Maximum number of frames of one set. */
  readonly maxFrames: number;
  readonly kernels: SelectedKernels;
  /** Folder for diagnostic pictures; if absent, none are written. */
  readonly debugDir?: string;
  /** Loaded when the first photograph needs it. */
  lensDatabase(): Promise<LensDatabase>;
  /** Loaded when the first photograph needs it. */
  sceneModel(): Promise<SceneModel>;
  /** Version of this package, for the software field of results. */
  readonly version: string;
  /** Versions of the libraries that decode, encode and write metadata, by name. */
  readonly libraries?: Readonly<Record<string, string>>;
}

/** Returns the reason not to read a file; `undefined` if it may be read. Must not reject. */
export type RefusalOf = (index: number) => Promise<EngineError | undefined>;

/** Reads and writes metadata of files; what the pipeline needs of ExifTool. */
export interface MetadataTool {
  /**
   * The tags of each path, in order; with an error instead of each file that cannot be read. Rejects only with
   * `cancelled`, or with `io/exiftool` if the tool cannot run. `onRead` is called once for every path when it is done.
   * `refusalOf` returns the error of a file that the tool must not open, by its index in `paths`.
   */
  read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead?: () => void,
    refusalOf?: RefusalOf,
  ): Promise<readonly (TagRecord | EngineError)[]>;
  /**
   * Replaces the metadata of a finished file with exactly those of the plan, in place; the colour profile stays.
   * Returns metadata that could not be written (`metadata/dropped`). Rejects with `io/write` if the file was not
   * changed, `limits/time`, `cancelled` or `io/exiftool`.
   */
  write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]>;
  /** Version of the tool, for example `13.59`. */
  version(): Promise<string>;
  /** Ends the tool's processes; running work is rejected with `cancelled`. */
  close(): Promise<void>;
}

/** Facts about a picture that its signature states. */
export interface SignedFacts {
  readonly format: "jpeg" | "png" | "webp" | "tiff" | "avif";
  /** Names and hashes of the photographs; the first is the one whose exposure the picture follows. */
  readonly sources: readonly { readonly name: string; readonly sha256?: string }[];
  /** Operations in plain words; empty if there were none. */
  readonly operations: readonly string[];
  /** IPTC digital source type of the picture, as in its XMP. */
  readonly sourceType?: string;
  readonly version: string;
}

/** Puts content credentials (C2PA) into finished files. */
export interface PictureSigner {
  /** Identifies the signer, so that pictures with different signatures or none have different keys. */
  readonly id: string;
  /** Returns the file with its credentials. Rejects with `io/write` if it cannot be signed. */
  sign(picture: Uint8Array<ArrayBuffer>, facts: SignedFacts): Promise<Uint8Array>;
}
