import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { inSpan } from "../tracing/tracing.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { Storage } from "./storage.ts";

/**
 * The configured storage: the bucket of `--storage`, or the folder `storage` in the data folder. Throws
 * `StorageRefused` if the bucket cannot be used. `isShared`: other processes may use the data folder.
 */
export async function openStorage(config: Config, { isShared }: { readonly isShared: boolean }): Promise<Storage> {
  const { storage: place, dataDir, storageEndpoint, storageRegion, storagePathStyle, storageCacheMb } = config;
  if (!place) return DiskStorage.open(join(dataDir, "storage"), { isShared });
  // The client of the store takes 0.2 s to load, and 25 MB of memory.
  const { S3Storage } = await import("./s3-storage.ts");
  // Next to the work of other processes, where old files are removed; each process has a separate cache.
  const cacheFolder = isShared ? join(dataDir, "work", `cache-${randomUUID()}`) : join(dataDir, "cache");
  return S3Storage.open(
    { ...place, endpoint: storageEndpoint, region: storageRegion, pathStyle: storagePathStyle },
    { cacheFolder, cacheBytes: storageCacheMb * 2 ** 20 },
  );
}

/** `storage`, with a span for each call that moves bytes. */
export function traceStorage(storage: Storage): Storage {
  const { direct } = storage;
  return {
    write: (...given) => inSpan("storage write", {}, () => storage.write(...given)),
    borrow: (key) => inSpan("storage borrow", {}, () => storage.borrow(key)),
    adopt: (...given) => inSpan("storage adopt", {}, () => storage.adopt(...given)),
    remove: (key) => inSpan("storage remove", {}, () => storage.remove(key)),
    find: (key) => storage.find(key),
    read: (...given) => storage.read(...given),
    list: () => storage.list(),
    requireSpace: (minFreeBytes) => storage.requireSpace(minFreeBytes),
    check: (minFreeBytes) => storage.check(minFreeBytes),
    removeUnfinished: (olderThanMs) => storage.removeUnfinished(olderThanMs),
    ...(direct === undefined ? {} : { direct }),
    close: () => storage.close(),
  };
}
