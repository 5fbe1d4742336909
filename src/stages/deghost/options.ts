import { type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const deghostOptions = {
  deghost: oneOf(
    ["auto", "off"],
    "auto",
    "What moves between the frames of a bracket: auto shows each moved area as one frame saw it; off fuses all frames there",
  ),
};

export type DeghostOptions = OptionsOf<typeof deghostOptions>;
export type DeghostOptionsInput = OptionsInput<typeof deghostOptions>;
