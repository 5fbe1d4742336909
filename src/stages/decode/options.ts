import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const decodeOptions = {
  rawWhiteBalance: oneOf(
    ["camera", "daylight"],
    "camera",
    "White balance of RAW files: as the camera measured it, or daylight, the same for every frame.",
  ),
  rawExposureEv: numberIn(-4, 4, 0, "Exposure shift of RAW files before the tone curve, in stops."),
} as const;

export type DecodeOptions = OptionsOf<typeof decodeOptions>;
export type DecodeOptionsInput = OptionsInput<typeof decodeOptions>;
