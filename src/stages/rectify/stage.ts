import type { StageDescriptor } from "../descriptor.ts";
import type { RectifyResult } from "./rectify.ts";

export const rectifyStage = {
  options: {},
  heading: "Lens and perspective",
  facts: ({ image: _, light: __, ...facts }: RectifyResult) => facts,
} as const satisfies StageDescriptor;
