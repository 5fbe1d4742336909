import type { StageDescriptor } from "../descriptor.ts";
import type { RectifyResult } from "./rectify.ts";

/** Of the merged and of the rectified picture together. */
const bytesPerPixel = 12;

export const rectifyStage = {
  options: {},
  heading: "Lens and perspective",
  facts: ({ image: _, light: __, ...facts }: RectifyResult): Omit<RectifyResult, "image" | "light"> => facts,
  peakBytes: ({ frames, bytes, pixels }) => (frames > 1 ? bytesPerPixel * pixels : 2 * bytes),
} as const satisfies StageDescriptor;
