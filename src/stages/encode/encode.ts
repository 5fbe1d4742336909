import { type EncodeFormat, type Encoder, getEncoder } from "../../codecs/index.ts";
import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, validateImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type EncodeOptions, type EncodeOptionsInput, encodeOptions } from "./options.ts";

interface EncodeInput {
  /** Upright picture in display sRGB with 3 channels, 8 or 16 bits. */
  readonly image: IntegerImage;
}

export interface EncodeResult {
  /** The whole file, including its sRGB profile. */
  readonly bytes: Uint8Array;
  readonly format: EncodeFormat;
  /** Size of the written picture, pixels. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 8 | 10 | 16;
  /** Whether the picture was reduced. */
  readonly downsized: boolean;
}

/**
 * Encodes a picture as the bytes of a file; the same picture and options give the same bytes. Throws `options/conflict`
 * for a bit depth that the format does not have.
 */
export async function encode(
  { image }: EncodeInput,
  options: EncodeOptionsInput,
  context: StageContext,
): Promise<EncodeResult> {
  const resolved = resolveOptions("encode", encodeOptions, options);
  const encoder = getEncoder(resolved.format);
  const bitDepth = resolveBitDepth(resolved, encoder, image);
  validateImage(image, "encode");
  if (image.channels !== 3 || image.space !== "srgb") {
    throw new EngineError(
      "internal",
      `encode: expected display sRGB of 3 channels, got ${image.space} of ${image.channels}`,
    );
  }
  const size = writtenSize(image, resolved);
  warnIfTooLarge(image, size, resolved, context);
  const data = await toDepth(image, bitDepth === 8 ? 8 : 16, context);
  throwIfCancelled(context, "encode");
  try {
    const bytes = await encoder.encode({ ...image, data }, { quality: resolved.quality, bitDepth, ...size });
    const downsized = size.width !== image.width || size.height !== image.height;
    context.memory.release(image.data);
    return { bytes, format: resolved.format, ...size, bitDepth, downsized };
  } finally {
    if (data !== image.data) context.memory.release(data);
  }
}

function resolveBitDepth(options: EncodeOptions, encoder: Encoder, image: IntegerImage): 8 | 10 | 16 {
  const hasMore = image.data instanceof Uint16Array;
  if (options.bitDepth === "auto") return hasMore ? (encoder.bitDepths.at(-1) ?? 8) : 8;
  const depth = encoder.bitDepths.find((candidate) => String(candidate) === options.bitDepth);
  if (depth !== undefined) return depth;
  const known = encoder.bitDepths.join(" or ");
  throw new EngineError(
    "options/conflict",
    `encode: ${encoder.format} has ${known} bits a sample, got ${options.bitDepth}`,
    {
      option: "bitDepth",
    },
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Size of the written picture: at most `maxWidthPx` wide and within the format's limit, with the aspect ratio kept to
 * the nearest pixel.
 */
export function writtenSize(image: Size, { format, maxWidthPx }: EncodeOptions): Size {
  const { maxEdgePx } = getEncoder(format);
  const asked = maxWidthPx === 0 ? 1 : Math.min(1, maxWidthPx / image.width);
  const scale = Math.min(asked, maxEdgePx / Math.max(image.width, image.height));
  if (scale === 1) return { width: image.width, height: image.height };
  const limit = Math.min(maxEdgePx, maxWidthPx || maxEdgePx);
  const width = Math.min(limit, Math.max(1, Math.round(image.width * scale)));
  const height = Math.min(maxEdgePx, Math.max(1, Math.round(image.height * scale)));
  return { width, height };
}

/** Warns of downsizing that the caller did not request. */
function warnIfTooLarge(image: Size, size: Size, options: EncodeOptions, context: StageContext): void {
  const { format, maxEdgePx } = getEncoder(options.format);
  const asked = options.maxWidthPx === 0 ? 1 : Math.min(1, options.maxWidthPx / image.width);
  if (maxEdgePx / Math.max(image.width, image.height) >= asked) return;
  const message = `encode: ${format} allows ${maxEdgePx} pixels along an edge; written at ${size.width} × ${size.height}`;
  context.warn("encode/downsized", message);
}

/** The samples themselves if the depth is right, otherwise a converted copy that the caller releases. */
async function toDepth(
  { data, width, height }: IntegerImage,
  bits: 8 | 16,
  context: StageContext,
): Promise<IntegerImage["data"]> {
  if (bits === 16) {
    if (data instanceof Uint16Array) return data;
    const wide = context.memory.u16(data.length);
    for (let i = 0; i < data.length; i++) wide[i] = data[i] * 257;
    return wide;
  }
  if (data instanceof Uint8Array) return data;
  const target = context.memory.u8(data.length);
  await context.kernels.run("narrow", { source: data, target, rowSamples: width * 3 }, height);
  return target;
}
