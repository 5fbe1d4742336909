export { DiskCache } from "./disk-cache.ts";
