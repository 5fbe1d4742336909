import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const mergeOptions = {
  method: oneOf(["mertens"], "mertens", "How bracketed frames are fused: mertens is the 2007 paper, exactly"),
  contrastWeight: numberIn(0, 4, 1, "Exponent of Mertens' contrast measure; 0 leaves it out"),
  saturationWeight: numberIn(0, 4, 1, "Exponent of Mertens' saturation measure; 0 leaves it out"),
  exposednessWeight: numberIn(0, 4, 1, "Exponent of Mertens' well-exposedness measure; 0 leaves it out"),
};

export type MergeOptions = OptionsOf<typeof mergeOptions>;
export type MergeInput = OptionsInput<typeof mergeOptions>;
