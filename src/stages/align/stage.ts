import type { StageDescriptor } from "../descriptor.ts";
import type { AlignResult } from "./align.ts";
import { alignOptions } from "./options.ts";

export const alignStage = {
  options: alignOptions,
  heading: "Merging the frames of a bracket",
  sideTasks: {
    pyramids: { does: "copies each decoded frame to the sizes that motion is found in", neededBy: "align" },
  },
  facts: ({ frames: _, moves: __, ...facts }: AlignResult): Omit<AlignResult, "frames" | "moves"> => facts,
  operations: ({ applied, spheres = [] }: Pick<AlignResult, "applied" | "spheres">) =>
    applied || spheres.some((sphere) => sphere.applied) ? ["aligned the exposures"] : [],
  // All frames, plus the copy of one.
  peakBytes: ({ frames, bytes }) => (frames > 1 ? bytes + bytes / frames : bytes),
} as const satisfies StageDescriptor;
