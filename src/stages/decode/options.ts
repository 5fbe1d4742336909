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
    "Tone curve of RAW files: near the cameras' own rendering, or none (linear light, clipped at white).",
  ),
  rawCameraLook: oneOf(
    ["auto", "off"],
    "auto",
    "Brightness of RAW files, and their white balance if the file does not state it: matched to the camera's own small picture in the file, the same for all frames of a set, or from the sensor data alone.",
  ),
  rawProfile: oneOf(
    ["auto", "off"],
    "auto",
    "The look that a DNG contains (hue and saturation tables, tone curve): applied as its maker intends, or ignored.",
  ),
  rawDenoise: oneOf(
    ["auto", "on", "off"],
    "auto",
    "Smoothing of grain in RAW files, as strong as their ISO speed or noise profile asks: from ISO 400 on, always, or never.",
  ),
  rawSharpening: oneOf(
    ["auto", "off"],
    "auto",
    "Capture sharpening of RAW files: the blur of lens and sensor is measured in the file and removed where detail stands out of the noise, or not changed.",
  ),
  rawHotPixels: oneOf(
    ["auto", "off"],
    "auto",
    "Photosites of RAW files that are stuck bright or dark: detected and replaced from their neighbours, or not changed.",
  ),
  rawExposureEv: numberIn(-4, 4, 0, "Exposure shift of RAW files before the tone curve, in stops."),
} as const;

export type DecodeOptions = OptionsOf<typeof decodeOptions>;
export type DecodeOptionsInput = OptionsInput<typeof decodeOptions>;
