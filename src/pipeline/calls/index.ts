export { type BatchEvent, runBatch } from "./batch.ts";
export type { SetSummary } from "./batch-request.ts";
export {
  allOpened,
  checkCall,
  givenOptions,
  inPlaces,
  keepBytes,
  readable,
  refuseTwoWays,
  resolveWithOutput,
  sourcesOf,
  unreadable,
} from "./call.ts";
export type {
  BatchOptions,
  CallOptions,
  GroupCallOptions,
  GroupProgress,
  HouseCallOptions,
  LookCallOptions,
  LookExamples,
  OutputOptions,
} from "./call-options.ts";
export { CallRegistry } from "./call-registry.ts";
export { readHouseOfFiles } from "./house.ts";
export { learnFromFiles } from "./learn-look.ts";
export { makeOne, type OneOrder } from "./make-one.ts";
export { makeThumbnails, type Thumbnail } from "./thumbnails.ts";
