import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, type Orientation, swapsAxes, toOrientation } from "../../image/index.ts";
import type { DecodeRequest } from "../codec.ts";
import { fourCharacters } from "../four-characters.ts";
import { jpegCodec } from "../jpeg/index.ts";
import { pour } from "../pour.ts";
import { readTiffDirectories } from "../tiff/index.ts";

/** A JPEG that lies inside another file. */
export interface EmbeddedJpeg {
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  /** What the JPEG's own Exif block says, if it has one. */
  readonly orientation?: Orientation;
}

/** A file that consists of JPEG beginnings only must not cost more than this many looks. */
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
