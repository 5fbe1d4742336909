export { type AlignResult, align, type FrameAlignment } from "./align.ts";
export { findMotions, type RoughMotions, releaseMotions } from "./find-motions.ts";
export { type AlignModel, type AlignOptions, alignOptions } from "./options.ts";
export { alignStage } from "./stage.ts";
