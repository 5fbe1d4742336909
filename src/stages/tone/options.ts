import { numberIn, type OptionsInput, type OptionsOf, oneOf } from "../../options/index.ts";
import { planned, usualLightness } from "./params.ts";

/** Options of the tone stage. */
export const toneOptions = {
  /** Defaults for the other options; see {@link withStyle}. */
  style: oneOf(
    ["property", "natural", "warm", "modern", "neutral"],
    "property",
    "The look: bright and neutral (property), closer to the real room (natural), with warm whites (warm), brighter, cooler and crisper (modern), or with restrained colours (neutral); other options override it",
  ),
  /** Strength of everything below, 0 to 1; 0 leaves the picture as it is. */
  toneStrength: numberIn(0, 1, 1, "Strength of the whole tone step; 0 does not change the picture"),
  /** Strength of the automatic exposure, lift, black and white point. */
  autoExposure: numberIn(0, 1, 1, "Strength of the automatic brightness, black and white point"),
  /** The lightness (CIE L*) towards which the median is moved; in rooms, `roomBrighter` is added. */
  targetLightness: numberIn(
    40,
    80,
    usualLightness,
    `CIE L* towards which the picture's median is moved; in rooms ${planned.roomBrighter} higher`,
  ),
  /** Stops added to the automatic exposure. */
  exposureEv: numberIn(-3, 3, 0, "Stops added to the automatic exposure"),
  /** Strength of the automatic white balance. */
  whiteBalance: numberIn(0, 1, 1, "Strength of the automatic white balance"),
  /** Tint of white after the white balance. */
  warmth: numberIn(-1, 1, 0, "Tint of white: warm (positive) or cool (negative); 1 is about 6 in CIE b*"),
  /** Extra slope for fine texture; less if the picture already has much. */
  localContrast: numberIn(0, 1, 0.3, "Extra contrast of fine texture; less if the picture already has much"),
  /** Vibrance: weak colours gain most; less if the picture is already colourful. */
  saturation: numberIn(-1, 1, 0.25, "Vibrance; weak colours gain most, colourful pictures gain less"),
} as const;

export type ToneOptions = OptionsOf<typeof toneOptions>;
export type ToneOptionsInput = OptionsInput<typeof toneOptions>;

/** Name of a look, as in `style`. */
export type StyleName = ToneOptions["style"];

/** Options of each style; the default is `property`, and every option that is given overrides its style. */
const styles: Readonly<Record<StyleName, ToneOptionsInput>> = {
  property: {},
  natural: { autoExposure: 0.7, whiteBalance: 0.85, localContrast: 0.15, saturation: 0.1 },
  warm: { warmth: 0.6, whiteBalance: 0.9 },
  modern: { targetLightness: 73, warmth: -0.35, saturation: -0.15, localContrast: 0.45 },
  neutral: { localContrast: 0.2, saturation: -0.3 },
};

/** The names of all styles, the default first. */
export const styleNames = Object.keys(styles) as readonly StyleName[];

/** The given options, merged over those of their style. An unknown style is left to the table's check. */
export function withStyle<Input extends Readonly<Record<string, unknown>>>(input: Input): Input {
  const { style } = input;
  if (!toneOptions.style.check(style)) return input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...styles[style], ...Object.fromEntries(given) } as unknown as Input;
}
