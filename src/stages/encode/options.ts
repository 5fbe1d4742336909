import { type EncodeFormat, encodeFormats } from "../../codecs/index.ts";
import { integerIn, type OptionsInput, type OptionsOf, oneOf, oneOfNumbers } from "../../options/index.ts";

export const encodeOptions = {
  /** The file's format. */
  format: oneOf(encodeFormats, "jpeg", "Format of the result, if its file name does not give it."),
  /** Lossy formats only. */
  quality: integerIn(1, 100, 90, "Quality of JPEG, WebP and AVIF; from 95, JPEG and AVIF have full colour resolution."),
  /** Bits per sample in the file. */
  bitDepth: oneOfNumbers(
    ["auto", "8", "10", "16"],
    "auto",
    "Bits per sample: 8, 10 (AVIF only) or 16 (PNG and TIFF only); auto keeps those of the picture, up to 16 in TIFF and PNG, 10 in AVIF and 8 in other formats.",
  ),
  /** Larger pictures are reduced, smaller ones are not enlarged. */
  maxWidthPx: integerIn(0, 65_535, 0, "Largest width of the result, in pixels; 0 keeps the size."),
} as const;

export type EncodeOptions = OptionsOf<typeof encodeOptions>;
export type EncodeOptionsInput = OptionsInput<typeof encodeOptions>;

const extensions: Readonly<Record<EncodeFormat, readonly [string, ...string[]]>> = {
  jpeg: ["jpg", "jpeg", "jpe", "jfif"],
  png: ["png"],
  webp: ["webp"],
  avif: ["avif"],
  tiff: ["tif", "tiff"],
};

/** The format of a file name's extension, in upper or lower case; `undefined` if there is none. */
export function formatOfExtension(name: string): EncodeFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase();
  return encodeFormats.find((format) => extension !== undefined && extensions[format].includes(extension));
}

/** The usual extension of a format, without the dot. */
export function extensionOf(format: EncodeFormat): string {
  return extensions[format][0];
}
