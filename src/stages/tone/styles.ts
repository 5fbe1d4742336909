import { type ToneOptions, type ToneOptionsInput, toneOptions } from "./options.ts";

/** A look by its name, as `style` has it. */
export type StyleName = ToneOptions["style"];

/** What each style sets; the plain picture is `property`, and every option that is given overrides its style. */
const styles: Readonly<Record<StyleName, ToneOptionsInput>> = {
  property: {},
  natural: { autoExposure: 0.7, whiteBalance: 0.85, localContrast: 0.15, saturation: 0.1 },
  warm: { warmth: 0.6, whiteBalance: 0.9 },
  modern: { targetLightness: 73, warmth: -0.35, saturation: -0.15, localContrast: 0.45 },
  neutral: { localContrast: 0.2, saturation: -0.3 },
};

/** The names of all styles, the default first. */
export const styleNames = Object.keys(styles) as readonly StyleName[];

/** The options given, over those of their style. An unknown style is left to the table's own check. */
export function withStyle<Input extends Readonly<Record<string, unknown>>>(input: Input): Input {
  const { style } = input;
  if (!toneOptions.style.check(style)) return input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...styles[style], ...Object.fromEntries(given) } as unknown as Input;
}
