export { type AlignResult, align, type FrameAlignment } from "./align.ts";
export { type AlignModel, type AlignOptions, alignOptions } from "./options.ts";
