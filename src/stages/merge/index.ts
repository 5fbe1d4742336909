export type { DroppedFrame } from "./judge-frames.ts";
export { type MergeInput, type MergeResult, merge } from "./merge.ts";
export { type MergeOptions, type MergeOptionsInput, mergeOptions } from "./options.ts";
export { mergeStage } from "./stage.ts";
