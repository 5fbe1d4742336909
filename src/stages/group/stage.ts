import type { StageDescriptor } from "../descriptor.ts";
import { groupOptions } from "./options.ts";

export const groupStage = {
  options: groupOptions,
  heading: "Finding the sets",
} as const satisfies StageDescriptor;
