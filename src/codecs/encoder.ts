import type { Sharp } from "sharp";
import { EngineError, wrapError } from "../errors/index.ts";
import type { IntegerImage } from "../image/index.ts";
import { embedProfile, srgbProfile } from "./color/index.ts";
import { cutStrips, joinStrips } from "./jpeg/index.ts";
import { sharpLibrary } from "./sharp/index.ts";

export const encodeFormats = ["jpeg", "png", "webp", "avif", "tiff"] as const;
export type EncodeFormat = (typeof encodeFormats)[number];

interface EncodeSettings {
  /** Quality, 1 to 100; ignored by lossless formats. */
  readonly quality: number;
  /** One of the encoder's `bitDepths`; 8 goes with 8-bit samples, 10 and 16 with 16-bit samples. */
  readonly bitDepth: 8 | 10 | 16;
  /** Size of the result in pixels; smaller than the image to downsize, never larger. */
  readonly width: number;
  readonly height: number;
}

/** One output format. */
export interface Encoder {
  readonly format: EncodeFormat;
  /** Supported bit depths, ascending. */
  readonly bitDepths: readonly (8 | 10 | 16)[];
  /** Maximum edge in pixels. */
  readonly maxEdgePx: number;
  /** Peak memory of encoding in bytes per pixel, including the picture; measured with 24 megapixels. */
  readonly bytesPerPixel: number;
  /**
   * Encodes `image`, in display sRGB with 3 channels, which is not changed; embeds an sRGB profile. The bytes are a
   * copy outside the library's memory, which could not be transferred to another thread. The same input gives the same
   * bytes. Throws `internal` if the library fails.
   */
  encode(image: IntegerImage, settings: EncodeSettings): Promise<Uint8Array>;
}

/** Minimum quality with full chroma resolution, which adds 25 % of bytes: at this quality no loss should be visible. */
const FULL_CHROMA_QUALITY = 95;

/** Times below are CPU times for a photograph of 5 megapixels. */
const encoders: Readonly<Record<EncodeFormat, Encoder>> = {
  jpeg: {
    format: "jpeg",
    bitDepths: [8],
    // The format allows 65 535; libjpeg refuses more than JPEG_MAX_DIMENSION.
    maxEdgePx: 65_500,
    bytesPerPixel: 12,
    encode: encodeJpeg,
  },
  png: {
    format: "png",
    bitDepths: [8, 16],
    maxEdgePx: 2 ** 31 - 1,
    bytesPerPixel: 12,
    // Level 1 without filters: a third of the time, 1.7 times (8 bits) and 3 times (16 bits) the size. Level 6: twice
    // the time, 7 % smaller.
    encode: async (image, settings) =>
      run(image, settings, "png", (pipeline) => pipeline.png({ compressionLevel: 3, adaptiveFiltering: true })),
  },
  webp: {
    format: "webp",
    bitDepths: [8],
    maxEdgePx: 16_383,
    bytesPerPixel: 14,
    // Effort 4, sharp's default: 2.6 times the time, 3 % smaller.
    encode: async (image, settings) =>
      run(image, settings, "webp", (pipeline) => pipeline.webp({ quality: settings.quality, effort: 2 })),
  },
  tiff: {
    format: "tiff",
    bitDepths: [8, 16],
    maxEdgePx: 2 ** 31 - 1,
    bytesPerPixel: 22,
    // Deflate: 2.2 to 2.6 times the time, 5 % (8 bits) and 23 % (16 bits) smaller.
    encode: async (image, settings) =>
      run(image, settings, "tiff", (pipeline) => pipeline.tiff({ compression: "lzw", predictor: "horizontal" })),
  },
  avif: { format: "avif", bitDepths: [8, 10], maxEdgePx: 16_384, bytesPerPixel: 56, encode: encodeAvif },
};

export function getEncoder(format: EncodeFormat): Encoder {
  return encoders[format];
}

/** Encodes a mask of one 8-bit channel as PNG, without a profile, at its own size. Throws `internal`. */
export async function encodeGreyPng(samples: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  try {
    const grey = sharpLibrary()(samples, { raw: { width, height, channels: 1 } }).toColourspace("b-w");
    return new Uint8Array(await grey.png().toBuffer());
  } catch (error) {
    throw wrapError(error, "internal", "encode png");
  }
}

async function run(
  image: IntegerImage,
  settings: EncodeSettings,
  format: keyof typeof embedProfile,
  save: (pipeline: Sharp) => Sharp,
): Promise<Buffer> {
  return embedProfile[format](await encodeBare(image, settings, format, save), srgbProfile());
}

/** Encodes without a profile. */
async function encodeBare(
  image: IntegerImage,
  settings: EncodeSettings,
  format: keyof typeof embedProfile,
  save: (pipeline: Sharp) => Sharp,
): Promise<Buffer> {
  const { bitDepth, width, height } = settings;
  if ((bitDepth === 8) !== image.data instanceof Uint8Array) {
    throw new EngineError("internal", `encode ${format}: samples of another depth than ${bitDepth} bits`);
  }
  try {
    const raw = { width: image.width, height: image.height, channels: 3 as const };
    let pipeline = sharpLibrary()(image.data, { raw, limitInputPixels: false });
    if (width !== image.width || height !== image.height) {
      // In 8 bits, libvips rounds after both the box and the kernel step, which shifts the mean by up to 0.7 code
      // values.
      pipeline = pipeline.pipelineColourspace("rgb16").resize({ width, height, fit: "fill" });
    }
    pipeline = pipeline.toColourspace(bitDepth === 8 ? "srgb" : "rgb16");
    return await save(pipeline).toBuffer();
  } catch (error) {
    throw wrapError(error, "internal", `encode ${format}`);
  }
}

/** Encodes large pictures in strips, in parallel on the library's threads. */
async function encodeJpeg(image: IntegerImage, settings: EncodeSettings): Promise<Uint8Array> {
  const { quality, width, height } = settings;
  const isFull = quality >= FULL_CHROMA_QUALITY;
  const chromaSubsampling = isFull ? "4:4:4" : "4:2:0";
  // Optimised Huffman tables would save 4 % in 2.8 times the time, and would differ between strips.
  const save = (pipeline: Sharp) => pipeline.jpeg({ quality, chromaSubsampling, optimiseCoding: false });
  const isResized = width !== image.width || height !== image.height;
  const strips = isResized ? undefined : cutStrips(width, height, isFull ? 8 : 16);
  if (!strips) return run(image, settings, "jpeg", save);
  let at = 0;
  const files = strips.heights.map((rows) => {
    const data = image.data.subarray(at * width * 3, (at + rows) * width * 3);
    at += rows;
    return encodeBare({ ...image, height: rows, data }, { ...settings, height: rows }, "jpeg", save);
  });
  return embedProfile.jpeg(joinStrips(await Promise.all(files), strips), srgbProfile());
}

/**
 * Encodes through an uncompressed TIFF with the profile, because only a profile of the input is written without a
 * conversion. Effort 2: 2.3 times the time, 7 % smaller; effort 0: less than half the time, 7 % larger.
 */
async function encodeAvif(image: IntegerImage, settings: EncodeSettings): Promise<Uint8Array> {
  const { quality, bitDepth } = settings;
  const depth = bitDepth === 8 ? 8 : 16;
  const tiff = await run(image, { ...settings, bitDepth: depth }, "tiff", (pipeline) =>
    pipeline.tiff({ compression: "none" }),
  );
  const chromaSubsampling = quality >= FULL_CHROMA_QUALITY ? "4:4:4" : "4:2:0";
  try {
    const pipeline = sharpLibrary()(tiff, { limitInputPixels: false })
      .toColourspace(depth === 8 ? "srgb" : "rgb16")
      .keepIccProfile();
    const file = await pipeline
      .avif({ quality, effort: 1, bitdepth: depth === 8 ? 8 : 10, chromaSubsampling })
      .toBuffer();
    return new Uint8Array(file);
  } catch (error) {
    throw wrapError(error, "internal", "encode avif");
  }
}
