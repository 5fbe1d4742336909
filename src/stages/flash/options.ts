import { type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const flashOptions = {
  flash: oneOf(
    ["blend", "color", "off"],
    "blend",
    "How flash frames are used: blend takes the colours of paint, wood and fabric from them and lifts dark parts; color takes only the colours; off ignores them",
  ),
};

export type FlashOptions = OptionsOf<typeof flashOptions>;
export type FlashOptionsInput = OptionsInput<typeof flashOptions>;
