import type { StageDescriptor } from "../descriptor.ts";
import { perspectiveOptions } from "./options.ts";
import type { PerspectiveResult } from "./perspective.ts";

export const perspectiveStage = {
  options: perspectiveOptions,
  heading: "Lens and perspective",
  facts: (result: PerspectiveResult) => result,
  operations: ({ applied, facts }: Pick<PerspectiveResult, "applied" | "facts">) => {
    if (!applied) return [];
    return [facts.wallYawDeg === undefined ? "straightened verticals" : "straightened verticals, faced the wall"];
  },
} as const satisfies StageDescriptor;
