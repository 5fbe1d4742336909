export { createDiskCache, type DiskCacheSettings } from "./disk-cache.ts";
