import type { StageDescriptor } from "../descriptor.ts";
import type { DeghostResult } from "./deghost.ts";
import { deghostOptions } from "./options.ts";

export const deghostStage = {
  options: deghostOptions,
  heading: "Merging the frames of a bracket",
  facts: ({ frames: _, ...facts }: DeghostResult): Omit<DeghostResult, "frames"> => facts,
  operations: ({ applied }: Pick<DeghostResult, "applied">) =>
    applied ? ["showed what moved between the exposures as one of them saw it"] : [],
} as const satisfies StageDescriptor;
