import { EngineError } from "../../errors/index.ts";
import type { IntegerImage, Mosaic, Rect, U16 } from "../../image/index.ts";
import type { Codec, DecodedImage, DecodedMosaic, DecodeFacts, DecodeRequest, Probe } from "../codec.ts";
import { baseCurve } from "../color/index.ts";
import { checkDecodeLimits } from "../decode-limits.ts";
import {
  deflateCompression,
  findPlainSamples,
  isSeenAlike,
  readDngTags,
  readPlainFrame,
  unpackDeflate,
} from "../dng/index.ts";
import {
  LibRawFailure,
  type LibRawFile,
  type LibRawFrame,
  type LibRawImage,
  type LibRawMetadata,
  readRaw,
} from "../libraw/index.ts";
import { findDirectoryExcess } from "../metadata.ts";
import {
  deliveredRect,
  hasColor,
  isFullColor,
  isPlainMosaic,
  orientationOf,
  readFileOpcodes,
  toFullColor,
  toMosaic,
} from "../mosaic/index.ts";
import type { SampleRows } from "../noisy-rows.ts";
import type { RandomAccess } from "../read-bytes.ts";
import { withCameraCrop, withCiffDaylight, withoutPadding } from "./file-facts.ts";
import { unpackLosslessFrame } from "./lossless-frame.ts";
import {
  bytesBeside,
  containerOrientation,
  decodePreview,
  decodeSmallPreview,
  findEmbeddedJpegs,
  uprightSize,
  withCameraPicture,
} from "./preview.ts";
import {
  refuseOverread,
  refuseTruncated,
  refuseUnreadable,
  rowsOfFrame,
  rowsOfMosaic,
  toEngineError,
  unsupported,
  warnOfDamage,
  warnOfNoise,
} from "./refusals.ts";
import { cameraOf, describeCamera, isRawHead } from "./variant.ts";

/**
 * Camera RAW files through LibRaw in WebAssembly. Mosaics and three-colour data are returned undeveloped, data of
 * unusual sensors developed by LibRaw; if the sensor data cannot be read, the largest embedded preview is returned with
 * the warning `decode/preview-used`.
 */
export const rawCodec: Codec = {
  format: "raw",
  probesHead: false,
  matches: isRawHead,
  probe,
  probeParts: async (file) => readHeaders(file),
  decode,
  decodeParts,
};

async function probe(bytes: Uint8Array): Promise<Probe> {
  try {
    return readHeaders(bytes);
  } catch (thrown) {
    const [largest] = findEmbeddedJpegs(bytes);
    if (!(thrown instanceof LibRawFailure) || !largest) throw toEngineError(thrown, bytes, undefined);
    return {
      ...uprightSize(largest, largest.orientation ?? containerOrientation(bytes)),
      bitDepth: 8,
      colorSpace: "srgb",
    };
  }
}

/** Size of the area that the camera delivers, before orientation. */
function deliveredSize(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): Rect {
  const dng = readDngTags(bytes);
  return deliveredRect(metadata, dng, dng && readFileOpcodes(dng, metadata));
}

function readHeaders(bytes: Uint8Array | RandomAccess): Probe {
  return readRaw(bytes, (file) => {
    const metadata = readMetadata(file, bytes);
    const own = isPlainMosaic(metadata) || isFullColor(metadata);
    const size = own ? uprightSize(deliveredSize(metadata, bytes), orientationOf(metadata)) : file.developedSize();
    const probe = { width: size.width, height: size.height, bitDepth: bitDepthOf(metadata), colorSpace: "camera" };
    const excess = findDirectoryExcess(bytes);
    return excess ? { ...probe, metadataExcess: excess.reason } : probe;
  });
}

async function decode(bytes: Uint8Array, request: DecodeRequest): Promise<DecodedImage | DecodedMosaic> {
  let metadata: LibRawMetadata | undefined;
  try {
    metadata = readRaw(bytes, (file) => checkedMetadata(file, bytes, request));
    const rendered = await decodeRendered(bytes, metadata, request);
    if (rendered) return rendered;
    refuseTruncated(bytes, request);
    const unpacked = await decodeLossless(bytes, metadata, request);
    if (unpacked) return withCameraPicture(unpacked, bytes, request);
    const hasDamagedTiles = refuseUnreadable(bytes, metadata, request);
    if (metadata.dng_version !== 0 && metadata.compression === deflateCompression)
      return withCameraPicture(await decodeDeflated(bytes, metadata, request), bytes, request);
    const sensor = readRaw(bytes, (file) => {
      refuseOverread(file.unpack(), bytes, file.metadata());
      if (!hasDamagedTiles) warnOfDamage(file, request);
      return decodeSensor({ bytes, file, metadata: readMetadata(file, bytes), request });
    });
    if ("mosaic" in sensor)
      return withCameraPicture(await checkedMosaic(sensor.mosaic, sensor.metadata, request), bytes, request);
    if (sensor.rows) await warnOfNoise(sensor.rows, request);
    if (sensor.rows) request.memory.release(sensor.rows.data);
    return sensor.image;
  } catch (thrown) {
    const error = toEngineError(thrown, bytes, metadata);
    if (error.code !== "input/corrupt" && error.code !== "unsupported/variant") throw error;
    const preview = await decodePreview(bytes, { metadata, reason: error.message }, request);
    if (preview) return preview;
    throw error;
  }
}

/** Decodes samples that need no unpacking; everything else comes from LibRaw. */
async function decodeParts(file: RandomAccess, request: DecodeRequest): Promise<DecodedMosaic | undefined> {
  const samples = request.minEdgePx ? undefined : findPlainSamples(file);
  if (!samples) return undefined;
  try {
    const metadata = readRaw(file, (opened) => checkedMetadata(opened, file, request));
    if (!isSeenAlike(samples, metadata) || !isPlainMosaic(metadata)) return undefined;
    const frame = readPlainFrame(file, samples, request.memory);
    const decoded = await decodeFrame(frame, metadata, file, request);
    if (decoded?.mosaic.data !== frame.data) request.memory.release(frame.data as U16);
    if (!decoded || !request.wantsCameraPicture) return decoded;
    return withCameraPicture(decoded, bytesBeside(file, samples), request);
  } catch (thrown) {
    if (thrown instanceof LibRawFailure) return undefined;
    throw thrown;
  }
}

/** Decodes the camera's own rendering if it is available and sufficient (thumbnails) or better than ours (Foveon). */
async function decodeRendered(bytes: Uint8Array, metadata: LibRawMetadata, request: DecodeRequest) {
  if (request.minEdgePx) return decodeSmallPreview(bytes, orientationOf(metadata), request, request.minEdgePx);
  if (metadata.is_foveon === 0) return undefined;
  return decodePreview(bytes, { metadata, reason: "decode: the colours of a Foveon sensor are not known" }, request);
}

function readMetadata(file: LibRawFile, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  return withCameraCrop(withCiffDaylight(withoutPadding(file.metadata(), bytes), bytes), bytes);
}

interface Job {
  readonly bytes: Uint8Array;
  /** The file, unpacked. */
  readonly file: LibRawFile;
  readonly metadata: LibRawMetadata;
  readonly request: DecodeRequest;
}

/** Peak memory in bytes per pixel: the samples in LibRaw's heap, then the mosaic and the developed picture. */
const bytesAPixel = 14;

/** Throws `limits/pixels` or `limits/memory` from the headers, before the sensor data is unpacked. */
function checkedMetadata(file: LibRawFile, bytes: Uint8Array | RandomAccess, request: DecodeRequest): LibRawMetadata {
  const metadata = readMetadata(file, bytes);
  const { raw_width, raw_height, width, height } = metadata;
  const whole = { width: Math.max(raw_width, width), height: Math.max(raw_height, height) };
  checkDecodeLimits(whole, bytesAPixel, request);
  return metadata;
}

/**
 * Unpacked data: a mosaic, or for other sensors LibRaw's developed picture and its samples.
 */
type Sensor =
  | { readonly mosaic: Mosaic; readonly metadata: LibRawMetadata }
  | { readonly image: DecodedImage; readonly rows?: SampleRows | undefined };

function decodeSensor(job: Job): Sensor {
  const { bytes, file, metadata, request } = job;
  if (request.minEdgePx) return { image: develop(job) };
  const frame = file.frame();
  const mosaic = frame && cutFrame(frame, metadata, bytes, request);
  if (mosaic) return { mosaic, metadata };
  const rows = frame && rowsOfFrame(frame, metadata, request.memory);
  return { image: develop(job), rows };
}

async function decodeDeflated(
  bytes: Uint8Array,
  metadata: LibRawMetadata,
  request: DecodeRequest,
): Promise<DecodedMosaic> {
  const decoded = await decodeFrame(unpackDeflate(bytes), metadata, bytes, request);
  if (decoded) return decoded;
  throw unsupported(describeCamera(bytes, metadata), "deflated DNG of an unusual colour filter");
}

/** Decodes lossless frames; `undefined` if LibRaw must be used. */
async function decodeLossless(
  bytes: Uint8Array,
  metadata: LibRawMetadata,
  request: DecodeRequest,
): Promise<DecodedMosaic | undefined> {
  if (request.minEdgePx || !isPlainMosaic(metadata)) return undefined;
  const unpacked = await unpackLosslessFrame(bytes, metadata, request);
  if (!unpacked) return undefined;
  const { frame } = unpacked;
  const warnings: Parameters<DecodeRequest["warn"]>[] = [];
  const warn: DecodeRequest["warn"] = (...warning) => warnings.push(warning);
  const decoded = await decodeFrame(frame, unpacked.metadata, bytes, { ...request, warn });
  if (decoded?.mosaic.data !== frame.data) request.memory.release(frame.data as U16);
  // When masked photosites show no black level, LibRaw's mean of them is better than nothing.
  const isMasked = unpacked.metadata.mask.some(([top, left, bottom, right]) => top < bottom && left < right);
  if (decoded && isMasked && decoded.mosaic.blackFrom !== "masked") {
    request.memory.release(decoded.mosaic.data);
    return undefined;
  }
  for (const warning of warnings) request.warn(...warning);
  return decoded;
}

async function decodeFrame(
  frame: LibRawFrame,
  metadata: LibRawMetadata,
  bytes: Uint8Array | RandomAccess,
  request: DecodeRequest,
): Promise<DecodedMosaic | undefined> {
  const mosaic = cutFrame(frame, metadata, bytes, request);
  return mosaic && checkedMosaic(mosaic, metadata, request);
}

function cutFrame(
  frame: LibRawFrame,
  metadata: LibRawMetadata,
  bytes: Uint8Array | RandomAccess,
  { warn, memory }: DecodeRequest,
): Mosaic | undefined {
  const source = { metadata, dng: readDngTags(bytes), warn };
  const cut = isFullColor(metadata) ? toFullColor : isPlainMosaic(metadata) ? toMosaic : undefined;
  return cut?.(frame, source, memory);
}

async function checkedMosaic(mosaic: Mosaic, metadata: LibRawMetadata, request: DecodeRequest): Promise<DecodedMosaic> {
  await warnOfNoise(rowsOfMosaic(mosaic), request);
  if (!hasColor(metadata)) {
    const camera = cameraOf(metadata);
    request.warn("decode/color-unknown", `decode: no colour matrix is known for the camera (${camera})`);
  }
  return { kind: "mosaic", mosaic, facts: factsOf(metadata) };
}

/** Develops with LibRaw, at half size if sufficient. */
function develop({ file, metadata, request }: Job): DecodedImage {
  const { width, height } = metadata;
  const halfSize = Math.max(width, height) / 2 >= (request.minEdgePx ?? Number.POSITIVE_INFINITY);
  const baseline = metadata.color_data.dng_levels.baseline_exposure;
  const image = toDisplay(file.develop(halfSize), baseline > -20 && baseline < 20 ? baseline : 0, request);
  return { kind: "image", image, facts: factsOf(metadata) };
}

function toDisplay(
  { width, height, colors, bits, data }: LibRawImage,
  exposureEv: number,
  request: DecodeRequest,
): IntegerImage {
  if (bits !== 16 || (colors !== 1 && colors !== 3)) {
    const message = `decode: the RAW develops to ${colors} channels of ${bits} bits, expected 1 or 3 of 16`;
    throw new EngineError("unsupported/variant", message);
  }
  const gain = 2 ** exposureEv / 65535;
  const curve = Uint16Array.from({ length: 65536 }, (_, i) => Math.round(baseCurve(i * gain, 1) * 65535));
  const target = request.memory.u16(width * height * 3);
  for (let i = 0; i < target.length; i++) target[i] = curve[data[colors === 3 ? i : Math.floor(i / 3)]];
  return { width, height, channels: 3, data: target, space: "srgb" };
}

function factsOf(metadata: LibRawMetadata): DecodeFacts {
  return { format: "raw", sourceBitDepth: bitDepthOf(metadata), sourceColorSpace: "camera", source: "sensor" };
}

function bitDepthOf({ color_data }: LibRawMetadata): number {
  return Math.min(16, Math.max(8, color_data.raw_bps));
}
