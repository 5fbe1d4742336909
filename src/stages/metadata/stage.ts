import type { StageDescriptor } from "../descriptor.ts";
import { metadataOptions } from "./options.ts";

export const metadataStage = {
  options: metadataOptions,
  heading: "The result",
  sideTasks: { head: { does: "writes the metadata of a JPEG before its picture is made", neededBy: "metadata" } },
} as const satisfies StageDescriptor;
