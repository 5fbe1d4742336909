import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const mergeOptions = {
  method: oneOf(
    ["natural", "mertens"],
    "natural",
    "How bracketed frames are fused: natural keeps the room as a correct exposure shows it and darkens the windows; mertens follows the paper of 2007 exactly",
  ),
  dropFrames: oneOf(
    ["auto", "always", "never"],
    "auto",
    "Skip frames that add nothing (copies, black, blown out, blurred compared with a sharp one): auto does so for method natural",
  ),
  windowPull: oneOf(
    ["none", "natural", "strong"],
    "natural",
    "How much bright windows are darkened (method natural): none only keeps them from clipping, strong shows the view darker than the room",
  ),
  contrastWeight: numberIn(0, 4, 1, "Exponent of the contrast measure (method mertens); 0 ignores it"),
  saturationWeight: numberIn(0, 4, 1, "Exponent of the saturation measure (method mertens); 0 ignores it"),
  exposednessWeight: numberIn(0, 4, 1, "Exponent of the well-exposedness measure (method mertens); 0 ignores it"),
};

export type MergeOptions = OptionsOf<typeof mergeOptions>;
export type MergeOptionsInput = OptionsInput<typeof mergeOptions>;
