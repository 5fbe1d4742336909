import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { Storage } from "./storage.ts";

/**
 * The storage that the settings name: the bucket of `--storage`, or the folder `storage` in the data folder. Throws
 * `StorageRefused` where the bucket cannot be used.
 */
export async function openStorage(config: Config): Promise<Storage> {
  const { storage: place, dataDir, storageEndpoint, storageRegion, storagePathStyle, storageCacheMb } = config;
  if (!place) return DiskStorage.open(join(dataDir, "storage"));
  // The client of the store takes 0.2 s to load, and 25 MB of memory.
  const { S3Storage } = await import("./s3-storage.ts");
  return S3Storage.open(
    { ...place, endpoint: storageEndpoint, region: storageRegion, pathStyle: storagePathStyle },
    { cacheFolder: join(dataDir, "cache"), cacheBytes: storageCacheMb * 2 ** 20 },
  );
}
