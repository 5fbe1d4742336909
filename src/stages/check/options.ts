import { flag, oneOf } from "../../options/index.ts";

export const checkOptions = {
  check: oneOf(
    ["auto", "off"],
    "auto",
    "Compare every picture with its frames and their plain fusion: if it fails, auto makes it again, more carefully",
  ),
  strict: flag(
    false,
    "Fail the set if its picture fails the check, instead of making it again more carefully; nothing is written",
  ),
};
