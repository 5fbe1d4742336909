/**
 * Primaries and transfer function of an image's samples. `srgb` is display-encoded (IEC 61966-2-1), `linear-srgb` its
 * linear light.
 */
export type ColorSpace = "srgb" | "linear-srgb" | "linear-rec2020";

/** Rec. 709 luminance weights of linear R, G, B. */
export const luminanceWeights = [0.2126, 0.7152, 0.0722] as const;

/** sRGB encoding (IEC 61966-2-1): linear light in [0, 1] to a display value in [0, 1]. */
export function encodeSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** Inverse of {@link encodeSrgb}. */
export function decodeSrgb(display: number): number {
  return display <= 0.04045 ? display / 12.92 : ((display + 0.055) / 1.055) ** 2.4;
}

/** CIE L*, 0 to 100, of a grey of the given display value (CIE 15:2004, eq. 8.3). */
export function lightnessOf(display: number): number {
  const y = decodeSrgb(display);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}

/** f(t) of CIELAB, with the rounded constants of CIE 15: the cube root, and a straight line near black. */
export function cielabCurve(t: number): number {
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
}
