import type { SetSize, StageDescriptor } from "../descriptor.ts";
import type { FlashFacts, FlashResult } from "./flash.ts";
import { flashOptions } from "./options.ts";

export const flashStage = {
  options: flashOptions,
  heading: "Merging the frames of a bracket",
  facts: ({ image: _, known: __, ...facts }: FlashResult): FlashFacts => facts,
  operations: ({ applied, filledShare = 0, windowShare = 0 }: FlashFacts) => {
    if (!applied) return [];
    const colour = "took the colour of surfaces from the flash frames";
    return [
      filledShare > 0 ? `${colour} and lifted dark parts to match them` : colour,
      ...(windowShare > 0 ? ["took windows from the flash frames, which do not clip them"] : []),
    ];
  },
  // At the peak, all frames, the picture, its result and an aligned frame, of 16 bits each, are in memory.
  peakBytes: ({ flashFrames, bytes, pixels }: SetSize) => (flashFrames > 0 ? bytes + 18 * pixels : 0),
} as const satisfies StageDescriptor;
