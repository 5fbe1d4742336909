import { type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const deghostOptions = {
  deghost: oneOf(
    ["auto", "off"],
    "auto",
    "Moving things in a bracket: auto shows each moved area from a single frame; off fuses all frames there",
  ),
};

export type DeghostOptions = OptionsOf<typeof deghostOptions>;
export type DeghostOptionsInput = OptionsInput<typeof deghostOptions>;
