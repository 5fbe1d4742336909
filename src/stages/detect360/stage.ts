import type { StageDescriptor } from "../descriptor.ts";
import { detect360Options } from "./options.ts";

export const detect360Stage = {
  options: detect360Options,
  heading: "Finding the sets",
} as const satisfies StageDescriptor;
