import { availableParallelism, totalmem } from "node:os";
import { DiskCache } from "./cache.ts";
import { openSigner } from "./credentials.ts";
import { EngineError } from "./errors/index.ts";
import { ExifTool, isPerlMissing } from "./exiftool/index.ts";
import { PixelPool } from "./image/index.ts";
import { loadDropPages, loadFilePages, selectKernels } from "./kernels/index.ts";
import type { OptionsOf } from "./options/index.ts";
import { readPackageData } from "./pipeline/disk/index.ts";
import { defaultBudgetMb, idleBytesOf, MemoryBudget } from "./pipeline/memory-budget.ts";
import type { engineOptions } from "./pipeline/options.ts";
import type { FileCache, Tools } from "./pipeline/tools.ts";
import { OwnFirst, PlainMetadata } from "./plain-metadata/index.ts";
import { type LensDatabase, parseLensDatabase } from "./stages/lens/index.ts";
import { wantedTags } from "./stages/metadata/index.ts";
import { parseSceneModel, type SceneModel } from "./stages/scene/index.ts";
import { WorkerPool } from "./workers/pool.ts";

/**
 * Memory budget with WebAssembly in bytes, of the 4 GB that it can address; the rest is for other needs of the threads.
 */
const wasmBudgetBytes = 3 * 2 ** 30;

/** Share of the budget that the process keeps while idle, 0 to 1, so that the next picture reuses mapped pages. */
const shareOfIdle = 0.05;
const maxIdleBytes = 256 * 2 ** 20;

/** Default budget of an engine in MB: 60 % of the memory of the machine or its container. */
export function defaultMemoryBudgetMb(): number {
  return defaultBudgetMb(totalmem(), process.constrainedMemory());
}

/** Maximum memory in bytes of an engine with these settings. */
export function memoryLimitOf(settings: OptionsOf<typeof engineOptions>, isWasm: boolean): number {
  const bytes = (settings.memoryBudgetMb || defaultMemoryBudgetMb()) * 2 ** 20;
  return isWasm ? Math.min(bytes, wasmBudgetBytes + idleBytesOf(threadsOf(settings))) : bytes;
}

function threadsOf({ workers }: OptionsOf<typeof engineOptions>): number {
  return workers || availableParallelism();
}

/**
 * The threads, processes, memory and limits that an engine's calls share. Threads and ExifTool start with the first
 * call that needs them. Emits one process warning if native kernels were requested and do not load.
 */
export function openTools(
  settings: OptionsOf<typeof engineOptions>,
  version: string,
  libraries: Readonly<Record<string, string>> = {},
): Tools {
  const kernels = selectKernels(settings.kernels);
  warnOfKernels(kernels.reason);
  const threads = threadsOf(settings);
  const idleBytes = idleBytesOf(threads);
  const budgetBytes = memoryLimitOf(settings, false);
  const executor = new WorkerPool({
    threads,
    kernels,
    timeoutMs: settings.timeoutMs,
    heapMb: 512,
  });
  const keptIdleBytes = Math.min(maxIdleBytes, shareOfIdle * budgetBytes);
  const memory = kernels.wasm
    ? new PixelPool(kernels.wasm.memory)
    : new PixelPool(undefined, loadDropPages(), keptIdleBytes);
  // The kernels of WebAssembly see one memory alone, whose pages must stay as they are.
  const pages = kernels.wasm ? undefined : loadFilePages();
  const limits = {
    maxFileBytes: settings.maxFileMb * 2 ** 20,
    maxPixels: settings.maxPixels,
    maxDecodeBytes: settings.maxDecodeMb * 2 ** 20,
  };
  const cache = settings.cacheDir === "" ? undefined : openCache(settings.cacheDir, version, limits);
  const signer = signerOf(settings);
  let database: Promise<LensDatabase> | undefined;
  let model: Promise<SceneModel> | undefined;
  return {
    ...(signer ? { signer } : {}),
    ...(cache ? { cache } : {}),
    ...(settings.debugDir === "" ? {} : { debugDir: settings.debugDir }),
    executor,
    metadata: isPerlMissing() ? new PlainMetadata() : new OwnFirst(new ExifTool({ timeoutMs: settings.timeoutMs })),
    memory,
    ...(pages ? { pixelFiles: { pages, pool: memory } } : {}),
    budget: new MemoryBudget(memoryLimitOf(settings, kernels.wasm !== undefined), idleBytes, () => memory.dropIdle()),
    limits,
    summaryVersion: JSON.stringify([summaryFormat, version, wantedTags, limits]),
    maxFrames: settings.maxFrames,
    version,
    libraries,
    kernels,
    lensDatabase: () => {
      database ??= readPackageData("lensfun.json.br").then(parseLensDatabase);
      return database;
    },
    sceneModel: () => {
      model ??= readPackageData("scene-model.bin").then(parseSceneModel);
      return model;
    },
  };
}

function signerOf({ c2paCert, c2paKey }: OptionsOf<typeof engineOptions>): Tools["signer"] {
  if (c2paCert === "" && c2paKey === "") return undefined;
  if (c2paCert === "" || c2paKey === "")
    throw new EngineError("options/conflict", "engine: c2paCert and c2paKey belong together; one of them is missing");
  return openSigner(c2paCert, c2paKey);
}

let isWarned = false;

/** Warns once per process: pictures do not change, and reports state which kernels ran. */
function warnOfKernels(reason: string | undefined): void {
  if (reason === undefined || isWarned) return;
  isWarned = true;
  const message = `lightwell: no native kernels (${reason}). The same pictures are made with WebAssembly, which takes up to twice as long. In a clone, \`npm run kernels:native\` builds the kernels.`;
  process.emitWarning(message, { code: "LIGHTWELL_KERNELS" });
}

/** Version of cache entries, increased when their content or its computation changes within a release. */
const cacheFormat = 2;
/** Version of summaries, increased likewise. */
const summaryFormat = 1;

function openCache(folder: string, packageVersion: string, limits: Tools["limits"]): FileCache {
  const { v8, modules } = process.versions;
  const version = JSON.stringify([cacheFormat, packageVersion, v8, modules, wantedTags, limits]);
  return new DiskCache({ folder, version });
}
