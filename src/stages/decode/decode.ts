import {
  type DecodedMosaic,
  type DecodeFacts,
  type DecodeRequest,
  getCodec,
  type RandomAccess,
  sniffBytes,
  usualShape,
} from "../../codecs/index.ts";
import type { IntegerImage, Mosaic } from "../../image/index.ts";
import type { LensCorrection } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { type CameraLook, findCameraLook } from "./camera-look.ts";
import { sharpenCapture } from "./capture-sharpening.ts";
import { repairDefects } from "./defects.ts";
import { type DevelopFacts, develop, ownCurveOf } from "./develop.ts";
import { laterWarp } from "./opcode-warp.ts";
import { type DecodeOptions, type DecodeOptionsInput, decodeOptions } from "./options.ts";
import { measureNoise } from "./sensor-noise.ts";

export interface DecodeInput {
  /** A file that is read in parts as needed, or its bytes. */
  readonly source: Uint8Array | RandomAccess;
  /** Maximum number of pixels; larger files are refused from the headers with `limits/pixels`. */
  readonly maxPixels: number;
  /**
   * Maximum memory for decoding, in bytes; files that need more are refused from the headers with `limits/memory`. No
   * limit if absent.
   */
  readonly maxDecodeBytes?: number | undefined;
  /** For thumbnails: minimum longer edge of a reduced result (shrink-on-load, embedded previews). */
  readonly minEdgePx?: number | undefined;
  /** Name without folders, if known: by DCF, a file whose name begins with `_` may be Adobe RGB. */
  readonly fileName?: string | undefined;
  /** 8 if that is sufficient: a picture of 16 bits is then rounded. */
  readonly outputBits?: 8 | 16 | undefined;
  /** The look chosen for the whole set, or `none`; if absent, it is derived from the file's own camera picture. */
  readonly cameraLook?: CameraLook | "none" | undefined;
  /** Whether a warp stated by the file may be left to the caller, who resamples the picture anyway. */
  readonly leavesWarp?: boolean | undefined;
}

export interface DecodeResult {
  /**
   * Upright display sRGB, 3 channels; 8 bits if the file has 8 or only 8 are requested, otherwise 16. The caller
   * releases its `data`.
   */
  readonly image: IntegerImage;
  /** Facts about the file. */
  readonly facts: DecodeFacts;
  /**
   * A value for each pixel of `image`, 1 if it was opaque and 0 if any part was transparent, which `image` shows on
   * white; absent if nothing was transparent.
   */
  readonly opaque?: Uint8Array;
  /** Present if sensor data was developed. */
  readonly development?: DevelopFacts & {
    /** The file's warp, as a correction of `image`, if the caller has to apply it. */
    readonly laterWarp?: LensCorrection;
    /** Number of photosites that were stuck bright or dark and were replaced. */
    readonly hotPixels: number;
    /** Standard deviation of the blur that was removed, in px; absent if none was. */
    readonly blurPx?: number;
    /** The tone taken from the camera's own picture, of this file or of the set. */
    readonly cameraLook?: CameraLook;
  };
}

/**
 * Decodes a file to an upright display picture: the codec is chosen by content, and the sensor data of a RAW is
 * developed. Throws `input/empty`, `input/not-an-image`, `input/corrupt`, `unsupported/format`, `unsupported/variant`,
 * `limits/pixels`, `limits/memory`, `cancelled`.
 */
export async function decode(
  input: DecodeInput,
  options: DecodeOptionsInput,
  context: StageContext,
): Promise<DecodeResult> {
  const settings = resolveOptions("decode", decodeOptions, options);
  throwIfCancelled(context, "decode");
  const { outputBits: bits = 16, cameraLook: settled, leavesWarp = false } = input;
  const looksItself = settled === undefined && wantsCameraLook(settings);
  const decoded = await read(input, looksItself, context);
  if (decoded.kind === "image") {
    const { facts, opaque } = decoded;
    return { image: await atMost(bits, decoded.image, context), facts, ...(opaque && { opaque }) };
  }
  throwIfCancelled(context, "decode");
  const look = looksItself ? lookOf(decoded, settings, context) : settled === "none" ? undefined : settled;
  const mosaic = withNeutral(decoded.mosaic, look);
  const isMended = settings.rawHotPixels === "auto";
  const isSharpened = settings.rawSharpening === "auto";
  const seen = isMended || isSharpened ? measureNoise(mosaic) : undefined;
  const hotPixels = isMended && seen ? await repairDefects(mosaic, seen, context) : 0;
  const curve = look?.curve ?? usualShape;
  const later = leavesWarp ? laterWarp(mosaic, settings) : undefined;
  const { image: soft, facts, shown } = await develop(later?.mosaic ?? mosaic, { ...settings, curve }, bits, context);
  const noise = isSharpened && hotPixels > 0 ? measureNoise(mosaic) : seen;
  const { image, blurPx } =
    isSharpened && noise ? await sharpenCapture(soft, mosaic, noise, shown, context) : { image: soft };
  context.memory.release(mosaic.data);
  const development = {
    ...facts,
    ...(later && { laterWarp: later.correction, opcodes: (mosaic.opcodes ?? []).map(({ kind }) => kind) }),
    hotPixels,
    ...(blurPx !== undefined && { blurPx }),
    ...(look && { cameraLook: look }),
  };
  return { image, facts: decoded.facts, development };
}

/**
 * The tone of a RAW's own camera picture, from which one look is chosen for a whole set; `undefined` if there is none
 * or it is not requested. Throws as {@link decode} does.
 */
export async function readCameraLook(
  input: DecodeInput,
  options: DecodeOptionsInput,
  context: StageContext,
): Promise<CameraLook | undefined> {
  const settings = resolveOptions("decode", decodeOptions, options);
  if (!wantsCameraLook(settings)) return undefined;
  const decoded = await read(input, true, context);
  const look = decoded.kind === "mosaic" ? lookOf(decoded, settings, context) : undefined;
  context.memory.release(decoded.kind === "mosaic" ? decoded.mosaic.data : decoded.image.data);
  return look;
}

function wantsCameraLook({ rawCameraLook, rawToneCurve }: DecodeOptions): boolean {
  return rawCameraLook === "auto" && rawToneCurve === "camera";
}

/** Releases the camera's picture. A profile with a tone curve takes precedence, as its maker intends that rendering. */
function lookOf({ mosaic, cameraPicture }: DecodedMosaic, settings: DecodeOptions, { memory }: StageContext) {
  if (!cameraPicture) return undefined;
  const look = ownCurveOf(mosaic, settings) ? undefined : findCameraLook(mosaic, cameraPicture);
  memory.release(cameraPicture.data);
  return look;
}

function withNeutral(mosaic: Mosaic, look: CameraLook | undefined): Mosaic {
  return look?.neutral && mosaic.isNeutralAssumed ? { ...mosaic, asShotNeutral: look.neutral } : mosaic;
}

async function read(
  { source, maxPixels, maxDecodeBytes, minEdgePx, fileName }: DecodeInput,
  wantsCameraPicture: boolean,
  context: StageContext,
) {
  const { memory, kernels } = context;
  const request: DecodeRequest = {
    memory,
    maxPixels,
    ...(maxDecodeBytes === undefined ? {} : { maxDecodeBytes }),
    warn: (code, message) => context.warn(code, message),
    kernels,
    ...(minEdgePx === undefined ? {} : { minEdgePx }),
    ...(fileName === undefined ? {} : { fileName }),
    ...(wantsCameraPicture ? { wantsCameraPicture } : {}),
  };
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
