export { createDiskCache } from "./disk-cache.ts";
