import type { StageDescriptor } from "../descriptor.ts";
import { bytesPerPixel } from "./params.ts";
import type { RectifyResult } from "./rectify.ts";

export const rectifyStage = {
  options: {},
  heading: "Lens and perspective",
  facts: ({ image: _, light: __, ...facts }: RectifyResult): Omit<RectifyResult, "image" | "light"> => facts,
  peakBytes: ({ frames, bytes, pixels }) => (frames > 1 ? bytesPerPixel * pixels : 2 * bytes),
} as const satisfies StageDescriptor;
