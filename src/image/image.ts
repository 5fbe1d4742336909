import { EngineError } from "../errors/index.ts";

/**
 * Primaries and transfer function of an image's samples. `srgb` is display-encoded (IEC 61966-2-1), `linear-srgb` its
 * linear light.
 */
type ColorSpace = "srgb" | "linear-srgb" | "linear-rec2020";

/** Rec. 709 luminance weights of linear R, G, B. */
export const luminanceWeights = [0.2126, 0.7152, 0.0722] as const;
const [redWeight, greenWeight, blueWeight] = luminanceWeights;

/** Rec. 709 luminance of linear R, G, B, in their unit. */
export function luminanceOf(red: number, green: number, blue: number): number {
  return redWeight * red + greenWeight * green + blueWeight * blue;
}

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

/** Pixel storage: always over a SharedArrayBuffer, so that worker threads access it without a copy. */
export type U8 = Uint8Array<SharedArrayBuffer>;
export type U16 = Uint16Array<SharedArrayBuffer>;
export type F32 = Float32Array<SharedArrayBuffer>;
/** The sample types of pixel storage. */
export type Samples = U8 | U16 | F32;

/**
 * A picture: interleaved, row-major, no padding; `data.length === width * height * channels`.
 * 1.0 is 255 in a Uint8Array, 65535 in a Uint16Array, 1 in a Float32Array. Values above 1.0 are legal only in a
 * Float32Array of a linear space. The code that allocated `data` owns it; all other code only reads.
 */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Samples;
  readonly space: ColorSpace;
}

/** An image whose samples are integers: the output of decoders and the input of encoders. */
export interface IntegerImage extends Image {
  readonly data: U8 | U16;
}

/** The stored value of a sample of 1.0. */
export function maxValueOf(data: Samples): number {
  if (data instanceof Uint8Array) return 255;
  return data instanceof Uint16Array ? 65535 : 1;
}

/** Throws `internal` if the record contradicts itself. Stages call it on their inputs. */
export function validateImage(image: Image, stage: string): void {
  const { width, height, channels, data } = image;
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new EngineError("internal", `${stage}: an image must have positive integer sizes, got ${width} × ${height}`);
  }
  if (data.length !== width * height * channels) {
    const expected = `${width} × ${height} × ${channels} = ${width * height * channels}`;
    throw new EngineError("internal", `${stage}: expected ${expected} samples, got ${data.length}`);
  }
}
