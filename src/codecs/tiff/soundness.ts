import { deflateRawSync, inflateSync } from "node:zlib";
import type { IntegerImage } from "../../image/index.ts";
import type { KernelRunner } from "../../kernels/index.ts";
import { isScanDamaged } from "../jpeg/index.ts";
import { findNoise } from "../noisy-rows.ts";
import { readTiffDirectories, type TiffDirectory } from "./structure.ts";

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planes: 284,
  fillOrder: 266,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  jpegTables: 347,
} as const;

/** By TIFF's Compression: whether a strip or tile is other than what its coding demands. */
const checks: Readonly<Record<number, (piece: Uint8Array, directory: TiffDirectory) => boolean>> = {
  5: isLzwDamaged,
  7: isJpegDamaged,
  8: isDeflateDamaged,
  32946: isDeflateDamaged,
};

/**
 * Number of damaged strips or tiles of the first picture. libtiff does not detect them, since it stops once it has all
 * samples. Checks deflate's checksum, and the codes of LZW and JPEG.
 */
export function countDamagedPieces(bytes: Uint8Array): number {
  const [directory] = readTiffDirectories(bytes);
  const check = checks[directory?.number(tag.compression) ?? 1];
  if (!directory || !check || (directory.number(tag.fillOrder) ?? 1) !== 1) return 0;
  const isTiled = directory.has(tag.tileOffsets);
  const lengths = directory.numbers(isTiled ? tag.tileByteCounts : tag.stripByteCounts);
  // Broken files refer to the same bytes repeatedly, so no more bytes are checked than the file has.
  let left = bytes.length;
  return directory.numbers(isTiled ? tag.tileOffsets : tag.stripOffsets).filter((at, i) => {
    const piece = bytes.subarray(at, at + (lengths[i] ?? 0));
    left -= piece.length;
    return left >= 0 && piece.length > 0 && check(piece, directory);
  }).length;
}

/** Maximum deflated size of a flat piece as a share of its samples: writers may store a blank strip or tile once. */
const flatShare = 1 / 16;

/**
 * Whether strips or tiles of the first picture have bytes in common, so that areas of it are copies of others. Coded
 * ones share their first byte: one that begins within another is not a valid code, which {@link countDamagedPieces}
 * reports.
 */
export function hasOverlappingPieces(bytes: Uint8Array): boolean {
  const [directory] = readTiffDirectories(bytes);
  if (!directory) return false;
  const isTiled = directory.has(tag.tileOffsets);
  const lengths = directory.numbers(isTiled ? tag.tileByteCounts : tag.stripByteCounts);
  const unpacked = bytesOfPiece(directory, isTiled);
  const isPlain = (directory.number(tag.compression) ?? 1) === 1;
  const pieces = directory
    .numbers(isTiled ? tag.tileOffsets : tag.stripOffsets)
    .map((at, i) => ({ at, length: Math.min(lengths[i] ?? 0, isPlain ? unpacked : Infinity) }))
    .filter(({ at, length }) => length > 0 && at + length <= bytes.length)
    .sort((a, b) => a.at - b.at || a.length - b.length);
  const flat = new Map<number, boolean>();
  const isFlat = ({ at, length }: { at: number; length: number }) => {
    const known = flat.get(at) ?? deflateRawSync(bytes.subarray(at, at + length)).length < unpacked * flatShare;
    flat.set(at, known);
    return known;
  };
  return pieces.some((piece, i) => {
    const next = pieces[i + 1];
    if (!next) return false;
    if (next.at === piece.at) return !isFlat(next);
    return isPlain && next.at < piece.at + piece.length;
  });
}

/** Bytes of the samples of a whole strip or tile. */
function bytesOfPiece(directory: TiffDirectory, isTiled: boolean): number {
  const numberOf = (one: number, otherwise: number) => directory.number(one) ?? otherwise;
  const [width, height] = [numberOf(tag.width, 0), numberOf(tag.height, 0)];
  const across = isTiled ? numberOf(tag.tileWidth, width) : width;
  const down = isTiled ? numberOf(tag.tileHeight, height) : Math.min(height, numberOf(tag.rowsPerStrip, height));
  const samples = numberOf(tag.planes, 1) === 2 ? 1 : numberOf(tag.samples, 1);
  return Math.ceil((across * samples * numberOf(tag.bits, 1)) / 8) * down;
}

/** Whether the samples of the first picture are stored uncompressed, in bytes or words. */
export function isUncompressed(bytes: Uint8Array): boolean {
  const [directory] = readTiffDirectories(bytes);
  return directory?.number(tag.compression) === 1 && (directory.number(tag.bits) ?? 1) >= 8;
}

export async function isNoisy({ data, width }: IntegerImage, kernels: KernelRunner): Promise<boolean> {
  const rows = { data, rowSamples: width * 3, lag: 3, rowLag: 1, range: data instanceof Uint8Array ? 255 : 65_535 };
  const found = await findNoise(rows, kernels);
  return found !== undefined && found !== "throughout";
}

/** Maximum unpacked size of a checked strip in bytes. */
const maxPieceBytes = 2 ** 30;

function isDeflateDamaged(piece: Uint8Array): boolean {
  try {
    inflateSync(piece, { maxOutputLength: maxPieceBytes });
    return false;
  } catch (thrown) {
    const code = (thrown as { code?: string }).code;
    return code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR";
  }
}

/** A piece names its tables, or has the file's (TIFF Technical Note 2). */
function isJpegDamaged(piece: Uint8Array, directory: TiffDirectory): boolean {
  const tables = directory.bytes(tag.jpegTables);
  if (!tables || tables.length < 4) return isScanDamaged(piece);
  // Without the tables' end of image, and the piece's start of image.
  return isScanDamaged(Buffer.concat([tables.subarray(0, -2), piece.subarray(2)]));
}

const lzwClear = 256;
const lzwEnd = 257;
const lzwTableSize = 4096;

/** TIFF 6.0, section 13: codes name what is in the table, and the last one says that the strip ends. */
function isLzwDamaged(piece: Uint8Array): boolean {
  // The coding of before TIFF 6.0 has its bits the other way round.
  if (piece[0] === 0 && (piece[1] & 1) === 1) return false;
  let [held, count, size, next] = [0, 0, 9, lzwEnd + 1];
  let isFirst = true;
  for (const byte of piece) {
    held = ((held << 8) | byte) & 0xffffff;
    count += 8;
    if (count < size) continue;
    count -= size;
    const code = (held >>> count) & ((1 << size) - 1);
    if (code === lzwEnd) return false;
    if (code === lzwClear) {
      [size, next, isFirst] = [9, lzwEnd + 1, true];
      continue;
    }
    if (isFirst ? code > 255 : code > next || next >= lzwTableSize) return true;
    if (!isFirst) next++;
    isFirst = false;
    // The code size grows one code early.
    if (next + 1 >= 1 << size && size < 12) size++;
  }
  return false;
}
