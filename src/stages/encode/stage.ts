import type { StageDescriptor } from "../descriptor.ts";
import { encodeOptions } from "./options.ts";

export const encodeStage = {
  options: encodeOptions,
  heading: "The result",
} as const satisfies StageDescriptor;
