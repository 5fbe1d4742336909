import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const mergeOptions = {
  method: oneOf(
    ["natural", "mertens"],
    "natural",
    "How bracketed frames are fused: natural keeps the room as a correct exposure shows it and pulls the windows; mertens is the 2007 paper, exactly",
  ),
  dropFrames: oneOf(
    ["auto", "always", "never"],
    "auto",
    "Skip frames that add nothing (copies, black, blown out, blurred compared with a sharp one): auto does so for method natural",
  ),
  windowPull: oneOf(
    ["none", "natural", "strong"],
    "natural",
    "How far bright windows are pulled down (method natural): none only keeps them from clipping, strong shows the view darker than the room",
  ),
  contrastWeight: numberIn(0, 4, 1, "Exponent of the contrast measure (method mertens); 0 leaves it out"),
  saturationWeight: numberIn(0, 4, 1, "Exponent of the saturation measure (method mertens); 0 leaves it out"),
  exposednessWeight: numberIn(0, 4, 1, "Exponent of the well-exposedness measure (method mertens); 0 leaves it out"),
};

export type MergeOptions = OptionsOf<typeof mergeOptions>;
export type MergeOptionsInput = OptionsInput<typeof mergeOptions>;
