import type { StageDescriptor } from "../descriptor.ts";
import type { RelateResult } from "./relate.ts";

export const relateStage = {
  options: {},
  heading: "Merging the frames of a bracket",
  facts: ({ relation: _, ...facts }: RelateResult): Omit<RelateResult, "relation"> => facts,
} as const satisfies StageDescriptor;
