import type { StageDescriptor } from "../descriptor.ts";
import { toneOptions } from "./options.ts";
import type { ToneResult } from "./tone.ts";

/** Description of the tone step in the result's metadata. */
export const toneOperation = "adjusted exposure, white balance, contrast and colour";

export const toneStage = {
  options: toneOptions,
  heading: "Brightness and colour",
  facts: ({ image: _, light: __, ...facts }: ToneResult): Omit<ToneResult, "image" | "light"> => facts,
  operations: ({ applied }: Pick<ToneResult, "applied">) => (applied ? [toneOperation] : []),
} as const satisfies StageDescriptor;
