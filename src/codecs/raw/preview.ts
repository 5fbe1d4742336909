import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, type Orientation, swapsAxes, toOrientation } from "../../image/index.ts";
import type { DecodedImage, DecodedMosaic, DecodeFacts, DecodeRequest } from "../codec.ts";
import type { PlainSamples } from "../dng/index.ts";
import { jpegCodec } from "../jpeg/index.ts";
import type { LibRawMetadata } from "../libraw/index.ts";
import { orientationOf } from "../mosaic/index.ts";
import { pour } from "../pour.ts";
import { bytesOf, fourCharacters, type RandomAccess } from "../read-bytes.ts";
import { readTiffDirectories } from "../tiff/index.ts";
import { containerDirectories } from "./variant.ts";

/**
 * Minimum width of a preview that replaces the sensor data, as a share of the picture's width; if that is unknown,
 * minimum number of pixels.
 */
const previewShare = 0.5;
const previewMinEdgePx = 1000;

const facts: DecodeFacts = { format: "raw", sourceBitDepth: 8, sourceColorSpace: "srgb", source: "preview" };

/**
 * Replaces sensor data that cannot be read, or not well, for the given reason, by the largest embedded preview, with
 * the warning `decode/preview-used`; `undefined` when none is good enough.
 */
export async function decodePreview(
  bytes: Uint8Array,
  { metadata, reason }: { readonly metadata: LibRawMetadata | undefined; readonly reason: string },
  request: DecodeRequest,
): Promise<DecodedImage | undefined> {
  const orientation = metadata ? orientationOf(metadata) : containerOrientation(bytes);
  const rawEdge = metadata ? Math.max(metadata.width, metadata.height) : 0;
  const needed = rawEdge > 0 ? rawEdge * previewShare : previewMinEdgePx;
  for (const preview of findEmbeddedJpegs(bytes)) {
    if (Math.max(preview.width, preview.height) < needed) break;
    if (preview.width * preview.height > request.maxPixels) continue;
    try {
      const image = await decodeEmbeddedJpeg(bytes, preview, orientation, request);
      const message = `${reason}; the embedded preview of ${image.width} × ${image.height} is used`;
      request.warn("decode/preview-used", message);
      return { kind: "image", image, facts };
    } catch (thrown) {
      // The preview may be cut short like the rest of the file; a smaller one may be complete.
      if (!(thrown instanceof EngineError)) throw thrown;
    }
  }
  return undefined;
}

/** For thumbnails: the smallest embedded preview whose longer edge is at least `edgePx`. */
export async function decodeSmallPreview(
  bytes: Uint8Array,
  orientation: Orientation,
  request: DecodeRequest,
  edgePx: number,
): Promise<DecodedImage | undefined> {
  const previews = findEmbeddedJpegs(bytes).filter((one) => Math.max(one.width, one.height) >= edgePx);
  for (const preview of previews.reverse()) {
    try {
      return { kind: "image", image: await decodeEmbeddedJpeg(bytes, preview, orientation, request), facts };
    } catch (thrown) {
      // A broken preview does not mean that the sensor data is broken; the next larger one may be complete.
      if (!(thrown instanceof EngineError)) throw thrown;
    }
  }
  return undefined;
}

/** Orientation in the container, for files that LibRaw could not open. */
export function containerOrientation(bytes: Uint8Array): Orientation {
  return toOrientation(containerDirectories(bytes)[0]?.number(274));
}

/** Minimum longer edge of the copy in pixels. */
const copyEdgePx = 100;

/**
 * Maximum relative difference in aspect ratio; beyond it a picture is something else, such as a tile of lossy sensor
 * data.
 */
const sameShape = 0.03;

/** Adds the camera's own picture to sensor data if requested and present in `bytes`. */
export async function withCameraPicture(
  decoded: DecodedMosaic,
  bytes: Uint8Array,
  request: DecodeRequest,
): Promise<DecodedMosaic> {
  if (!request.wantsCameraPicture) return decoded;
  const cameraPicture = await readCameraPicture(bytes, decoded, request);
  return cameraPicture ? { ...decoded, cameraPicture } : decoded;
}

/** The bytes of a file that may contain pictures: all except the samples. */
export function bytesBeside(file: RandomAccess, { offset, width, height }: PlainSamples): Uint8Array {
  return Buffer.concat([bytesOf(file, 0, offset), bytesOf(file, offset + width * height * 2, file.length)]);
}

async function readCameraPicture(
  bytes: Uint8Array,
  { mosaic }: DecodedMosaic,
  request: DecodeRequest,
): Promise<IntegerImage | undefined> {
  const shape = shapeOf(mosaic.crop ?? mosaic);
  const isSame = (one: { width: number; height: number }) => Math.abs(shapeOf(one) / shape - 1) < sameShape;
  const picture = findEmbeddedJpegs(bytes).find(isSame);
  if (!picture || Math.max(picture.width, picture.height) < copyEdgePx) return undefined;
  const orientation: Orientation = toOrientation(mosaic.orientation);
  try {
    return await decodeEmbeddedJpeg(bytes, picture, orientation, { ...request, minEdgePx: copyEdgePx });
  } catch (thrown) {
    // The copy is optional.
    if (!(thrown instanceof EngineError)) throw thrown;
    return undefined;
  }
}

function shapeOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.max(width, height) / Math.min(width, height);
}

/** A JPEG embedded in another file. */
interface EmbeddedJpeg {
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  /** Orientation in the JPEG's own Exif block, if any. */
  readonly orientation?: Orientation;
}

/** Maximum number of candidates, which limits the time for a file full of JPEG signatures. */
const maxCandidates = 4096;
const maxFound = 32;

/**
 * The baseline and progressive JPEGs of 8 bits inside `bytes`, largest first, found by their markers (ITU-T T.81, annex
 * B) whatever the container says; lossless ones, which hold sensor data, are skipped, and so are thumbnails inside a
 * JPEG's own Exif block.
 */
export function findEmbeddedJpegs(bytes: Uint8Array): readonly EmbeddedJpeg[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  const found: EmbeddedJpeg[] = [];
  let offset = file.indexOf(start);
  for (let tried = 0; offset >= 0 && tried < maxCandidates && found.length < maxFound; tried++) {
    const header = readJpegHeader(file, offset);
    if (header) found.push({ offset, ...header.facts });
    offset = file.indexOf(start, header ? header.scanOffset : offset + 2);
  }
  return found.sort((a, b) => b.width * b.height - a.width * a.height);
}

function readJpegHeader(file: Buffer, offset: number) {
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation | undefined;
  for (let at = offset + 2; at + 9 < file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1];
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xda) {
      return size && { facts: { ...size, ...(orientation && { orientation }) }, scanOffset: at };
    }
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return undefined;
    if (marker >= 0xc0 && marker <= 0xc2) {
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      if (file[at + 4] !== 8 || size.width === 0 || size.height === 0) return undefined;
    } else if (marker > 0xc2 && marker < 0xd0 && marker !== 0xc4 && marker !== 0xcc && marker !== 0xc8) {
      return undefined;
    }
    if (marker === 0xe1) orientation ??= exifOrientation(file.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

function exifOrientation(block: Uint8Array): Orientation | undefined {
  if (fourCharacters(block, 0) !== "Exif") return undefined;
  const value = readTiffDirectories(block.subarray(6))[0]?.number(274);
  return value === undefined ? undefined : toOrientation(value);
}

/**
 * Decodes one embedded JPEG upright. `container` is the orientation of the file around it and is used if the JPEG does
 * not state one. Rejects as the JPEG codec does.
 */
export async function decodeEmbeddedJpeg(
  bytes: Uint8Array,
  { offset, orientation }: EmbeddedJpeg,
  container: Orientation,
  request: DecodeRequest,
): Promise<IntegerImage> {
  const decoded = await jpegCodec.decode(bytes.subarray(offset), { ...request, warn: () => undefined });
  if (decoded.kind !== "image") throw new EngineError("internal", "decode: a JPEG preview gave a mosaic");
  if (orientation !== undefined || container === 1) return decoded.image;
  const { width, height, data } = decoded.image;
  const { image } = pour({ data, width, height, channels: 3 }, { memory: request.memory, orientation: container });
  request.memory.release(data);
  return image;
}

/** Size of an embedded JPEG once upright. */
export function uprightSize(size: { width: number; height: number }, orientation: Orientation) {
  return swapsAxes(orientation)
    ? { width: size.height, height: size.width }
    : { width: size.width, height: size.height };
}
