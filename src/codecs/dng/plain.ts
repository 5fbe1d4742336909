import type { PixelMemory } from "../../image/index.ts";
import type { LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import type { RandomAccess } from "../read-bytes.ts";
import { directoriesExtent, readTiffDirectories } from "../tiff/index.ts";
import { mainDirectory } from "./tags.ts";

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  stripByteCounts: 279,
  tileOffsets: 324,
  sampleFormat: 339,
  linearization: 50712,
  black: 50714,
} as const;

const uncompressed = 1;
const colorFilterArray = 32803;
const unsignedIntegers = 1;
const maxEdge = 65535;

/** TIFF 6.0, section 2. */
const tiffMagics = [
  { bytes: [0x49, 0x49, 42, 0], littleEndian: true },
  { bytes: [0x4d, 0x4d, 0, 42], littleEndian: false },
] as const;

/** Name of LibRaw's decoder for such files. */
const plainDecoder = "packed_dng_load_raw()";

/**
 * Location of an uncompressed sensor frame in a DNG: 16-bit samples, row by row, in one contiguous range within the
 * file.
 */
export interface PlainSamples {
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  readonly littleEndian: boolean;
}

/**
 * The samples of a DNG that need no unpacking; `undefined` for all other files and in doubtful cases: strips with gaps
 * or of a different total size than the frame, values that are indices into a table, or a black level that the decoder
 * must determine.
 */
export function findPlainSamples(file: RandomAccess): PlainSamples | undefined {
  const main = mainDirectory(file);
  const missing = directoriesExtent(readTiffDirectories(file), file.length)?.missingBytes ?? 0;
  if (!main || missing > 0) return undefined;
  const is = (which: number, value: number, fallback?: number) => (main.number(which) ?? fallback) === value;
  const isPlain = is(tag.compression, uncompressed) && is(tag.bits, 16) && is(tag.samples, 1, 1);
  const isMosaic = is(tag.photometric, colorFilterArray) && is(tag.sampleFormat, unsignedIntegers, unsignedIntegers);
  const isAsSeen = !main.has(tag.linearization) && !main.has(tag.tileOffsets) && main.has(tag.black);
  if (!isPlain || !isMosaic || !isAsSeen) return undefined;
  const [width = 0, height = 0] = [main.number(tag.width), main.number(tag.height)];
  const [offsets, counts] = [main.numbers(tag.stripOffsets), main.numbers(tag.stripByteCounts)];
  const bytes = width * height * 2;
  const isSize = width >= 1 && width <= maxEdge && height >= 1 && height <= maxEdge;
  if (!isSize || offsets.length === 0 || offsets.length !== counts.length) return undefined;
  const [offset] = offsets;
  let end = offset;
  for (const [i, count] of counts.entries()) {
    if (offsets[i] !== end) return undefined;
    end += count;
  }
  if (end - offset !== bytes || end > file.length) return undefined;
  const magic = new Uint8Array(4);
  file.readInto(magic, 0);
  const order = tiffMagics.find(({ bytes: known }) => known.every((byte, i) => byte === magic[i]));
  return order && { offset, width, height, littleEndian: order.littleEndian };
}

/**
 * Whether LibRaw uses the same frame and derives nothing else from its samples (as it does from masked areas).
 */
export function isSeenAlike({ width, height }: PlainSamples, metadata: LibRawMetadata): boolean {
  const { decoder, raw_width, raw_height, compression, mask } = metadata;
  if (mask.some((area) => area.some((edge) => edge !== 0))) return false;
  return decoder === plainDecoder && raw_width === width && raw_height === height && compression === uncompressed;
}

const hostIsLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Reads the samples directly into their final memory. */
export function readPlainFrame(file: RandomAccess, samples: PlainSamples, memory: PixelMemory): LibRawFrame {
  const { offset, width, height, littleEndian } = samples;
  const data = memory.u16(width * height);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  file.readInto(bytes, offset);
  if (littleEndian !== hostIsLittleEndian) bytes.swap16();
  return { samples: 1, stride: width, data, isOurs: true };
}
