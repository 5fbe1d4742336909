import type { StageDescriptor } from "../descriptor.ts";
import type { MergeResult } from "./merge.ts";
import { mergeOptions } from "./options.ts";

/** Of the merged and of the finished picture together. */
const bytesPerPixel = 12;

export const mergeStage = {
  options: mergeOptions,
  heading: "Merging the frames of a bracket",
  facts: ({ image: _, light: __, ...facts }: MergeResult) => facts,
  operations: ({ applied, framesUsed }: Pick<MergeResult, "applied" | "framesUsed">) =>
    applied ? [`merged ${framesUsed} exposures`] : [],
  peakBytes: ({ bytes, pixels }) => bytes + bytesPerPixel * pixels,
} as const satisfies StageDescriptor;
