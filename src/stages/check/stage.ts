import type { StageDescriptor } from "../descriptor.ts";
import { checkOptions } from "./options.ts";

export const checkStage = {
  options: checkOptions,
  heading: "The result",
} as const satisfies StageDescriptor;
