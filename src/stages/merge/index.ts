export type { DroppedFrame } from "./frame-selection.ts";
export { type MergeInput, type MergeResult, merge } from "./merge.ts";
export { type MergeOptions, type MergeOptionsInput, mergeOptions } from "./options.ts";
export { mergeStage } from "./stage.ts";
