import type { StageDescriptor } from "../descriptor.ts";
import { metadataOptions } from "./options.ts";

export const metadataStage = {
  options: metadataOptions,
  heading: "The result",
} as const satisfies StageDescriptor;
