import { type DecodeFacts, type DecodeRequest, getCodec, type RandomAccess, sniffBytes } from "../../codecs/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { mendDefects } from "./defects.ts";
import { type DevelopFacts, develop } from "./develop.ts";
import { type DecodeOptionsInput, decodeOptions } from "./options.ts";

export interface DecodeInput {
  /** A file, read in parts as needed, or its bytes. */
  readonly source: Uint8Array | RandomAccess;
  /** More pixels than this are refused from the headers with `limits/pixels`. */
  readonly maxPixels: number;
  /**
   * A file that needs more memory to be decoded is refused from the headers with `limits/memory`; absent for no limit.
   */
  readonly maxDecodeBytes?: number | undefined;
  /** For thumbnails: the longer edge may come as small as this (shrink-on-load, embedded previews). */
  readonly minEdgePx?: number | undefined;
  /** 8 where nobody needs more: then a picture of 16 bits is rounded. */
  readonly outputBits?: 8 | 16 | undefined;
}

export interface DecodeResult {
  /**
   * Upright display sRGB, 3 channels; 8 bits where the file has 8 or no more are asked for, else 16. The caller
   * releases its `data`.
   */
  readonly image: IntegerImage;
  readonly facts: DecodeFacts;
  /** Present where sensor data was developed. */
  readonly development?: DevelopFacts & {
    /** Photosites that were stuck bright or dark, and replaced. */
    readonly hotPixels: number;
  };
}

/**
 * A file to an upright display picture: the codec is chosen by content, and a RAW's sensor data is developed. Throws
 * `input/empty`, `input/not-an-image`, `input/corrupt`, `unsupported/format`, `unsupported/variant`, `limits/pixels`,
 * `limits/memory`, `cancelled`.
 */
export async function decode(
  { source, maxPixels, maxDecodeBytes, minEdgePx, outputBits: bits = 16 }: DecodeInput,
  options: DecodeOptionsInput,
  context: StageContext,
): Promise<DecodeResult> {
  const settings = resolveOptions("decode", decodeOptions, options);
  throwIfCancelled(context, "decode");
  const { memory, kernels } = context;
  const warn: StageContext["warn"] = (code, message) => context.warn(code, message);
  const decoded = await read(source, {
    memory,
    maxPixels,
    ...(maxDecodeBytes === undefined ? {} : { maxDecodeBytes }),
    warn,
    ...(kernels.jpegDc ? { jpegDc: kernels.jpegDc } : {}),
    ...(minEdgePx === undefined ? {} : { minEdgePx }),
  });
  if (decoded.kind === "image") return { image: await atMost(bits, decoded.image, context), facts: decoded.facts };
  throwIfCancelled(context, "decode");
  const hotPixels = settings.rawHotPixels === "auto" ? await mendDefects(decoded.mosaic, context) : 0;
  const { image, facts } = await develop(decoded.mosaic, settings, bits, context);
  memory.release(decoded.mosaic.data);
  return { image, facts: decoded.facts, development: { ...facts, hotPixels } };
}

async function read(source: Uint8Array | RandomAccess, request: DecodeRequest) {
  if (source instanceof Uint8Array) return getCodec(source).decode(source, request);
  const bytesOf = (count: number) => {
    const bytes = Buffer.allocUnsafeSlow(Math.min(count, source.length));
    source.readInto(bytes, 0);
    return bytes;
  };
  const parts = await getCodec(bytesOf(sniffBytes)).decodeParts?.(source, request);
  if (parts) return parts;
  const whole = bytesOf(source.length);
  return getCodec(whole).decode(whole, request);
}

async function atMost(bits: 8 | 16, image: IntegerImage, { kernels, memory }: StageContext): Promise<IntegerImage> {
  const { data: source, width, height } = image;
  if (bits === 16 || source instanceof Uint8Array) return image;
  const target = memory.u8(source.length);
  await kernels.run("narrow", { source, target, rowSamples: width * 3 }, height);
  memory.release(source);
  return { ...image, data: target };
}
