import { flag, oneOf } from "../../options/index.ts";

export const checkOptions = {
  check: oneOf(
    ["auto", "off"],
    "auto",
    "Compare every picture with its frames and their plainest fusion: auto makes a picture that fails again, more carefully",
  ),
  strict: flag(
    false,
    "Fail a set whose picture fails the check, instead of making it again more carefully; nothing is written",
  ),
};
