import type { StageDescriptor } from "../descriptor.ts";
import { perspectiveOptions } from "./options.ts";
import type { PerspectiveResult } from "./perspective.ts";

export const perspectiveStage = {
  options: perspectiveOptions,
  heading: "Lens and perspective",
  facts: (result: PerspectiveResult) => result,
  operations: ({ applied }: Pick<PerspectiveResult, "applied">) => (applied ? ["straightened verticals"] : []),
} as const satisfies StageDescriptor;
