import type { PixelMemory } from "../image/index.ts";
import type { SelectedKernels } from "../kernels/index.ts";
import type { LensDatabase } from "../stages/lens/index.ts";
import type { SceneModel } from "../stages/scene/index.ts";
import type { Executor } from "./executor.ts";
import type { FileCache } from "./file-cache.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { MetadataTool } from "./metadata-tool.ts";
import type { PictureSigner } from "./picture-signer.ts";
import type { FileLimits } from "./tasks.ts";

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
