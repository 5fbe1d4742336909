import { EngineError } from "../errors/index.ts";
import { type CfaPattern, type IntegerImage, type Orientation, toOrientation } from "../image/index.ts";
import { baseCurve } from "./base-curve.ts";
import type { Codec, DecodedImage, DecodedMosaic, DecodeFacts, DecodeRequest, Probe } from "./codec.ts";
import { readDngTags } from "./dng-tags.ts";
import { decodeEmbeddedJpeg, findEmbeddedJpegs, uprightSize } from "./embedded-preview.ts";
import {
  LibRawFailure,
  type LibRawImage,
  type LibRawMetadata,
  type OpenRaw,
  readLibRawHeaders,
  useLibRaw,
} from "./libraw-module.ts";
import { deliveredRect, isPlainMosaic, isXTrans, orientationOf, readXTransPattern, toMosaic } from "./libraw-mosaic.ts";
import { declaredExtent } from "./raw-extent.ts";
import { isRawHead } from "./raw-signatures.ts";
import { readTiffDirectories } from "./tiff-structure.ts";

/** A tail of this share may be missing (padding that a tool cut off); beyond it the file counts as cut short. */
const toleratedMissing = 0.005;

/** A preview stands in for the sensor data when it is at least this share as wide; without a known width it needs this many pixels. */
const previewShare = 0.5;
const previewMinEdgePx = 1000;

/** The picture as LibRaw develops it: camera white balance, linear sRGB, 16 bits, clipped to white, turned upright. */
const developSettings = {
  useCameraWb: true,
  outputColor: 1,
  outputBps: 16,
  noAutoBright: true,
  gamm: [1, 1, 0, 0, 0, 0],
  highlight: 0,
} as const;

/** The bare mosaic as a picture of three channels, one of them not zero at each pixel; only a corner of it. */
const patternSettings = {
  noInterpolation: true,
  noAutoScale: true,
  outputColor: 0,
  outputBps: 16,
  gamm: [1, 1, 0, 0, 0, 0],
  userFlip: 0,
  noAutoBright: true,
  highlight: 1,
  cropbox: [0, 0, 96, 96],
} as const;

/**
 * Camera RAW files through LibRaw in WebAssembly. Mosaics come undeveloped; what has none (linear and lossy DNG, sRAW, unusual sensors) comes
 * developed; where the sensor data cannot be read, the largest embedded preview comes with the warning `decode/preview-used`.
 */
export const rawCodec: Codec = {
  format: "raw",
  probesHead: false,
  matches: isRawHead,
  probe,
  decode,
};

async function probe(bytes: Uint8Array): Promise<Probe> {
  try {
    const metadata = await readLibRawHeaders(bytes);
    const size = isPlainMosaic(metadata) ? uprightSize(deliveredRect(metadata), orientationOf(metadata)) : metadata;
    const { width, height } = size;
    return { width, height, bitDepth: bitDepthOf(metadata), colorSpace: "camera" };
  } catch (thrown) {
    const [largest] = findEmbeddedJpegs(bytes);
    if (!(thrown instanceof LibRawFailure) || !largest) throw toEngineError(thrown, bytes);
    return {
      ...uprightSize(largest, largest.orientation ?? orientationOfContainer(bytes)),
      bitDepth: 8,
      colorSpace: "srgb",
    };
  }
}

async function decode(bytes: Uint8Array, request: DecodeRequest): Promise<DecodedImage | DecodedMosaic> {
  let metadata: LibRawMetadata | undefined;
  try {
    if (request.minEdgePx) {
      metadata = checkedMetadata(await readLibRawHeaders(bytes), request);
      const small = await findSmall(bytes, metadata, request, request.minEdgePx);
      if (small) return small;
    }
    return await useLibRaw((open) => {
      metadata = open(bytes, {}, (raw) => checkedMetadata(raw.metadata(true), request));
      refuseTruncated(bytes, request);
      return decodeSensor({ bytes, metadata, request, open });
    });
  } catch (thrown) {
    const error = toEngineError(thrown, bytes);
    if (error.code !== "input/corrupt" && error.code !== "unsupported/variant") throw error;
    return decodePreview(bytes, metadata, request, error);
  }
}

interface Job {
  readonly bytes: Uint8Array;
  readonly metadata: LibRawMetadata;
  readonly request: DecodeRequest;
  readonly open: OpenRaw;
}

/** Throws `limits/pixels` from the headers, before the sensor data is unpacked. */
function checkedMetadata(metadata: LibRawMetadata, { maxPixels }: DecodeRequest): LibRawMetadata {
  const { raw_width, raw_height, width, height } = metadata;
  refuseTooLarge(Math.max(raw_width, width), Math.max(raw_height, height), maxPixels);
  return metadata;
}

function refuseTooLarge(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  throw new EngineError(
    "limits/pixels",
    `decode: at most ${maxPixels} pixels are allowed, the RAW has ${width} × ${height}`,
    {
      width,
      height,
      maxPixels,
    },
  );
}

function refuseTruncated(bytes: Uint8Array, request: DecodeRequest): void {
  const extent = declaredExtent(bytes);
  if (!extent || extent.missingBytes === 0) return;
  const { declaredBytes, missingBytes } = extent;
  const message = `${missingBytes} of ${declaredBytes} bytes of sensor data are missing`;
  if (missingBytes > declaredBytes * toleratedMissing)
    throw new EngineError("input/corrupt", `decode: the RAW file is cut short, ${message}`);
  request.warn("decode/truncated", `decode: ${message}`);
}

function decodeSensor(job: Job): DecodedImage | DecodedMosaic {
  const { bytes, metadata, request, open } = job;
  if (request.minEdgePx || !isPlainMosaic(metadata)) return develop(job);
  const xTrans = isXTrans(metadata) ? readCornerPattern(job) : undefined;
  if (isXTrans(metadata) && !xTrans) return develop(job);
  const mosaic = open(bytes, {}, (raw) => {
    const frame = raw.rawImageData();
    const source = { metadata: raw.metadata(true), dng: readDngTags(bytes), warn: request.warn };
    return frame && toMosaic(frame, xTrans, source, request.memory);
  });
  return mosaic ? { kind: "mosaic", mosaic, facts: factsOf(metadata, "sensor") } : develop(job);
}

function readCornerPattern({ bytes, open }: Job): CfaPattern | undefined {
  const corner = open(bytes, patternSettings, (raw) => raw.imageData());
  return corner.colors === 3 ? readXTransPattern(corner.data, corner.width, corner.height) : undefined;
}

/** By LibRaw; at half size where that is enough. */
function develop({ bytes, metadata, request, open }: Job): DecodedImage {
  const { width, height } = metadata;
  const halfSize = Math.max(width, height) / 2 >= (request.minEdgePx ?? Number.POSITIVE_INFINITY);
  const developed = open(bytes, { ...developSettings, halfSize }, (raw) => raw.imageData());
  const baseline = metadata.color_data.dng_levels.baseline_exposure;
  const image = toDisplay(developed, baseline > -20 && baseline < 20 ? baseline : 0, request);
  return { kind: "image", image, facts: factsOf(metadata, "sensor") };
}

function toDisplay(
  { width, height, colors, bits, data }: LibRawImage,
  exposureEv: number,
  request: DecodeRequest,
): IntegerImage {
  if (bits !== 16 || (colors !== 1 && colors !== 3)) {
    throw new EngineError(
      "unsupported/variant",
      `decode: the RAW develops to ${colors} channels of ${bits} bits, expected 1 or 3 of 16`,
    );
  }
  const gain = 2 ** exposureEv / 65535;
  const curve = Uint16Array.from({ length: 65536 }, (_, i) => Math.round(baseCurve(i * gain, 1) * 65535));
  const target = request.memory.u16(width * height * 3);
  for (let i = 0; i < target.length; i++) target[i] = curve[data[colors === 3 ? i : Math.floor(i / 3)]];
  return { width, height, channels: 3, data: target, space: "srgb" };
}

/** For thumbnails: the smallest embedded preview that is large enough. */
async function findSmall(bytes: Uint8Array, metadata: LibRawMetadata, request: DecodeRequest, edgePx: number) {
  const orientation = orientationOf(metadata);
  const previews = findEmbeddedJpegs(bytes).filter((one) => Math.max(one.width, one.height) >= edgePx);
  for (const preview of previews.reverse()) {
    try {
      const image = await decodeEmbeddedJpeg(bytes, preview, orientation, request);
      return { kind: "image", image, facts: previewFacts } as const;
    } catch {
      // A broken preview says nothing of the sensor data; the next larger one may be whole.
    }
  }
  return undefined;
}

/** The way out when the sensor data cannot be read. Throws `error` when no preview is good enough. */
async function decodePreview(
  bytes: Uint8Array,
  metadata: LibRawMetadata | undefined,
  request: DecodeRequest,
  error: EngineError,
): Promise<DecodedImage> {
  const orientation = metadata ? orientationOf(metadata) : orientationOfContainer(bytes);
  const rawEdge = metadata ? Math.max(metadata.width, metadata.height) : 0;
  const needed = rawEdge > 0 ? rawEdge * previewShare : previewMinEdgePx;
  for (const preview of findEmbeddedJpegs(bytes)) {
    if (Math.max(preview.width, preview.height) < needed) break;
    refuseTooLarge(preview.width, preview.height, request.maxPixels);
    try {
      const image = await decodeEmbeddedJpeg(bytes, preview, orientation, request);
      request.warn(
        "decode/preview-used",
        `${error.message}; the embedded preview of ${image.width} × ${image.height} is used`,
      );
      return { kind: "image", image, facts: previewFacts };
    } catch {
      // A preview that is cut short like the rest of the file; a smaller one may be whole.
    }
  }
  throw error;
}

const previewFacts: DecodeFacts = { format: "raw", sourceBitDepth: 8, sourceColorSpace: "srgb", source: "preview" };

function factsOf(metadata: LibRawMetadata, source: DecodeFacts["source"]): DecodeFacts {
  return { format: "raw", sourceBitDepth: bitDepthOf(metadata), sourceColorSpace: "camera", source };
}

function bitDepthOf({ color_data }: LibRawMetadata): number {
  return Math.min(16, Math.max(8, color_data.raw_bps));
}

function orientationOfContainer(bytes: Uint8Array): Orientation {
  return toOrientation(readTiffDirectories(bytes)[0]?.number(274));
}

function toEngineError(thrown: unknown, bytes: Uint8Array): EngineError {
  if (thrown instanceof EngineError) return thrown;
  if (!(thrown instanceof LibRawFailure)) throw thrown;
  if (thrown.reason === "memory") {
    return new EngineError(
      "limits/memory",
      `decode: the RAW file needs more memory than its decoder has (${thrown.message})`,
      {},
      thrown,
    );
  }
  const cut = (declaredExtent(bytes)?.missingBytes ?? 0) > 0;
  if (thrown.reason === "corrupt" || cut) {
    return new EngineError(
      "input/corrupt",
      `decode: the RAW file is broken or cut short (${thrown.message})`,
      {},
      thrown,
    );
  }
  const variant = variantOf(bytes);
  const message = `decode: there is no decoder for this RAW (${variant}; ${thrown.message}); export the photograph to DNG, TIFF or JPEG`;
  return new EngineError("unsupported/variant", message, { variant }, thrown);
}

/** What the container says of maker, model and compression, for the message. */
function variantOf(bytes: Uint8Array): string {
  const directories = readTiffDirectories(bytes);
  const [first] = directories;
  if (!first)
    return Buffer.from(bytes.subarray(0, 4))
      .toString("latin1")
      .replace(/[^ -~]/g, "?");
  const compressions = [...new Set(directories.map((one) => one.number(259)).filter((value) => value !== undefined))];
  return `${first.text(271)} ${first.text(272)}, compression ${compressions.join("/")}`.trim();
}
