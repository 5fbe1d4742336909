export type { DroppedFrame, ExposureFacts } from "./judge-frames.ts";
export { type MergeResult, merge } from "./merge.ts";
export { type MergeInput, type MergeOptions, mergeOptions } from "./options.ts";
