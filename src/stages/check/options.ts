import { flag, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const checkOptions = {
  check: oneOf(
    ["auto", "off"],
    "auto",
    "Hold every picture against its frames and the plainest fusion of them: auto makes it again more carefully where it does not stand up",
  ),
  strict: flag(
    false,
    "Fail a set whose picture does not stand up to the check, instead of making it again more carefully; nothing is written",
  ),
};

export type CheckOptions = OptionsOf<typeof checkOptions>;
export type CheckOptionsInput = OptionsInput<typeof checkOptions>;
