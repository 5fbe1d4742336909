import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";

/** Options of the tone stage. */
export const toneOptions = {
  /** Defaults for the other options; see {@link withStyle}. */
  style: oneOf(
    ["property", "natural", "warm", "modern", "neutral"],
    "property",
    "The look: bright and neutral; nearer to what was there; warm whites; brighter, cooler, crisper; plain in colour. Options given override it",
  ),
  /** How much of everything below is done, 0 to 1; 0 leaves the picture as it is. */
  toneStrength: numberIn(0, 1, 1, "Strength of the whole tone step; 0 does not change the picture"),
  /** How much of the automatic exposure, lift, black and white point is done. */
  autoExposure: numberIn(0, 1, 1, "Strength of the automatic brightness, black and white point"),
  /** The lightness (CIE L*) that the median is brought towards; in rooms four more. */
  targetLightness: numberIn(
    40,
    80,
    68.5,
    "CIE L* towards which the picture's median is brought; rooms come four above it",
  ),
  /** Exposure on top of the automatic one, in stops. */
  exposureEv: numberIn(-3, 3, 0, "Stops added to the automatic exposure"),
  /** Strength of the automatic white balance. */
  whiteBalance: numberIn(0, 1, 1, "Strength of the automatic white balance"),
  /** Tint of what the white balance made neutral. */
  warmth: numberIn(-1, 1, 0, "Tint of white: warm (positive) or cool; 1 is about 6 of CIE b*"),
  /** Extra slope for fine texture; done less where the picture has much already. */
  localContrast: numberIn(0, 1, 0.3, "Extra contrast of fine texture; less where there is much already"),
  /** Vibrance: weak colours gain most; done less where the picture is colourful already. */
  saturation: numberIn(-1, 1, 0.25, "Vibrance; weak colours gain most, and colourful pictures gain less"),
} as const;

export type ToneOptions = OptionsOf<typeof toneOptions>;
export type ToneOptionsInput = OptionsInput<typeof toneOptions>;
