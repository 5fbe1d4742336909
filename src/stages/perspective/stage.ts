import type { StageDescriptor } from "../descriptor.ts";
import { perspectiveOptions } from "./options.ts";
import type { PerspectiveResult } from "./perspective.ts";

export const perspectiveStage = {
  options: perspectiveOptions,
  heading: "Lens and perspective",
  facts: ({ correction: _, ...facts }: PerspectiveResult): Omit<PerspectiveResult, "correction"> => facts,
  operations: ({ applied, facts }: Pick<PerspectiveResult, "applied" | "facts">) => {
    const bent = facts.bow ? ["straightened bowed lines"] : [];
    if (!applied) return bent;
    return [
      ...bent,
      facts.wallYawDeg === undefined ? "straightened verticals" : "straightened verticals, faced the wall",
    ];
  },
} as const satisfies StageDescriptor;
