export type { DroppedFrame } from "./judge-frames.ts";
export { type MergeResult, type MergeSetting, merge } from "./merge.ts";
export { type MergeInput, type MergeOptions, mergeOptions } from "./options.ts";
export { mergeStage } from "./stage.ts";
