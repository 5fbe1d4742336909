import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

export const decodeOptions = {
  rawWhiteBalance: oneOf(
    ["camera", "daylight", "auto"],
    "camera",
    "White balance of RAW files: as the camera measured it, daylight (the same for every frame), or estimated from the picture.",
  ),
  rawToneCurve: oneOf(
    ["camera", "linear"],
    "camera",
    "Tone curve of RAW files: close to the camera's own rendering, or none (linear light, clipped at white).",
  ),
  rawCameraLook: oneOf(
    ["auto", "off"],
    "auto",
    "Brightness of RAW files, and their white balance if the file does not state it: matched to the preview that the camera stored in the file, in the same way for all frames of a set, or from the sensor data alone.",
  ),
  rawProfile: oneOf(
    ["auto", "off"],
    "auto",
    "The look that a DNG contains (hue and saturation tables, tone curve): applied as its maker intends, or ignored.",
  ),
  rawDenoise: oneOf(
    ["auto", "on", "off"],
    "auto",
    "Noise reduction of RAW files, as strong as their ISO speed or noise profile requires: from ISO 400, always, or never.",
  ),
  rawSharpening: oneOf(
    ["auto", "off"],
    "auto",
    "Capture sharpening of RAW files: measure the blur of lens and sensor in the file and remove it where detail is stronger than noise, or leave it.",
  ),
  rawHotPixels: oneOf(
    ["auto", "off"],
    "auto",
    "Photosites of RAW files that are stuck bright or dark: detect them and replace them from their neighbours, or leave them.",
  ),
  rawExposureEv: numberIn(-4, 4, 0, "Exposure shift of RAW files before the tone curve, in stops."),
} as const;

export type DecodeOptions = OptionsOf<typeof decodeOptions>;
export type DecodeOptionsInput = OptionsInput<typeof decodeOptions>;
