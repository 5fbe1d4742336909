import { storedLevel } from "../../kernels/index.ts";
import type { StageDescriptor } from "../descriptor.ts";
import type { MergeResult } from "./merge.ts";
import { mergeOptions } from "./options.ts";
import { marginShare, memory } from "./params.ts";

/** Stored levels of a pyramid, of each frame and of the fused picture, in bytes for each pixel of a frame. */
const levelBytes = 8 / 4 ** storedLevel;

export const mergeStage = {
  options: mergeOptions,
  heading: "Merging the frames of a bracket",
  facts: ({ image: _, light: __, ...facts }: MergeResult): Omit<MergeResult, "image" | "light"> => facts,
  operations: ({ applied, framesUsed }: Pick<MergeResult, "applied" | "framesUsed">) =>
    applied ? [`merged ${framesUsed} exposures`] : [],
  peakBytes({ frames, bytes, pixels, mayWrap }) {
    if (frames < 2) return bytes;
    const wide = mayWrap ? 1 + 2 * marginShare : 1;
    const fusing = bytes + (memory.bytesPerPixel + levelBytes * (frames + 1)) * pixels;
    return wide * fusing + Math.min(memory.planBytes, memory.planBytesPerPixel * pixels);
  },
} as const satisfies StageDescriptor;
