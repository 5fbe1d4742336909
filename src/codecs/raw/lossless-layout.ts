import type { U16 } from "../../image/index.ts";
import { mainDirectory } from "../dng/index.ts";
import { isLosslessDamaged } from "../jpeg/index.ts";
import type { LibRawMetadata } from "../libraw/index.ts";
import { holdsSensorData, readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

const tag = {
  width: 256,
  height: 257,
  compression: 259,
  make: 271,
  stripOffsets: 273,
  samples: 277,
  stripByteCounts: 279,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  dngVersion: 50706,
  linearization: 50712,
  cr2Slices: 50752,
} as const;

/** TIFF's Compression of lossless JPEGs. */
const losslessJpeg = 7;

/** LibRaw's decoder of CR2. */
export const cr2Decoder = "lossless_jpeg_load_raw()";

/** First DNG version without bits after the code of the largest difference, by LibRaw's rule. */
const firstAsJpeg = 0x01010000;

/** The only width at which LibRaw shifts all samples by two. */
const movedWidth = 3984;

/** Maximum number of rows in a JPEG. */
const maxRows = 65_535;

/** A lossless JPEG of the file, and the position of its samples in the frame. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly slices: number;
  readonly sliceWidth: number;
  readonly lastWidth: number;
  /** 2 if its components are the photosites of a cell, otherwise 1. */
  readonly cell: 1 | 2;
}

export interface LosslessLayout {
  readonly pieces: readonly Piece[];
  /** Lookup table from samples to values; absent if samples are values. */
  readonly curve?: U16;
}

/** Layout of a file's lossless JPEGs; `undefined` for other files and for layouts that LibRaw must read. */
export function losslessLayoutOf(bytes: Uint8Array, metadata: LibRawMetadata): LosslessLayout | undefined {
  const { decoder, raw_count, filters, raw_width, raw_height, width, height, left_margin, top_margin } = metadata;
  const isWhole = left_margin + width <= raw_width && top_margin + height <= raw_height;
  if (raw_count !== 1 || filters === 0 || !isWhole) return undefined;
  const layout = layouts[decoder]?.(readTiffDirectories(bytes), metadata, bytes);
  const isInFile = ({ start, end }: Piece) => start < end && end <= bytes.length;
  return layout && layout.pieces.length > 0 && layout.pieces.every(isInFile) ? layout : undefined;
}

type Layouts = (
  directories: readonly TiffDirectory[],
  metadata: LibRawMetadata,
  bytes: Uint8Array,
) => LosslessLayout | undefined;

/** By the name of LibRaw's decoder. */
const layouts: Readonly<Record<string, Layouts>> = {
  [cr2Decoder]: layoutOfCr2,
  "lossless_dng_load_raw()": layoutOfDng,
  "sony_ljpeg_load_raw()": layoutOfSony,
};

/** One JPEG, whose samples fill upright slices of the frame. */
function layoutOfCr2(
  directories: readonly TiffDirectory[],
  { dng_version, raw_width, raw_height }: LibRawMetadata,
): LosslessLayout | undefined {
  const [main, second] = directories.filter((one) => one.has(tag.cr2Slices));
  if (!main || second || dng_version !== 0 || raw_width === movedWidth) return undefined;
  const [start = 0, ...moreStarts] = main.numbers(tag.stripOffsets);
  const [length = 0, ...moreLengths] = main.numbers(tag.stripByteCounts);
  const [slices = 0, sliceWidth = 0, lastWidth = 0] = main.numbers(tag.cr2Slices);
  const isOne = moreStarts.length === 0 && moreLengths.length === 0;
  if (!isOne || slices < 1 || sliceWidth < 1 || lastWidth < 1 || slices * sliceWidth + lastWidth !== raw_width)
    return undefined;
  const corner = { left: 0, top: 0, height: raw_height };
  return { pieces: [{ start, end: start + length, ...corner, slices, sliceWidth, lastWidth, cell: 1 }] };
}

/** A JPEG for each tile, or one for all. */
function layoutOfDng(
  directories: readonly TiffDirectory[],
  metadata: LibRawMetadata,
  bytes: Uint8Array,
): LosslessLayout | undefined {
  const main = mainDirectory(bytes);
  if (!main || metadata.dng_version < firstAsJpeg || (main.number(tag.samples) ?? 1) !== 1) return undefined;
  const tables = directories.filter((one) => one.has(tag.linearization));
  if (tables.length > 1 || (tables.length === 1 && !main.has(tag.linearization))) return undefined;
  const pieces = tilesOf(main, metadata, 1);
  if (!pieces || tables.length === 0) return pieces && { pieces };
  const curve = curveOf(main.numbers(tag.linearization));
  return curve && { pieces, curve };
}

/** A JPEG for each tile, whose four components are the photosites of a cell. */
function layoutOfSony(directories: readonly TiffDirectory[], metadata: LibRawMetadata): LosslessLayout | undefined {
  const { dng_version, raw_width, raw_height } = metadata;
  const [main, second] = directories.filter(
    (one) => one.number(tag.compression) === losslessJpeg && one.number(tag.width) === raw_width,
  );
  const isEven = raw_width % 2 === 0 && raw_height % 2 === 0;
  if (!main || second || dng_version !== 0 || !isEven || !main.has(tag.tileOffsets)) return undefined;
  const pieces = tilesOf(main, metadata, 2);
  return pieces?.every(({ left, top }) => left % 2 === 0 && top % 2 === 0) ? { pieces } : undefined;
}

/** Tiles of a directory of lossless JPEGs; `undefined` if they do not cover the frame. */
function tilesOf(main: TiffDirectory, metadata: LibRawMetadata, cell: 1 | 2): readonly Piece[] | undefined {
  const { raw_width, raw_height } = metadata;
  const is = (which: number, value: number) => main.number(which) === value;
  if (!is(tag.compression, losslessJpeg) || !is(tag.width, raw_width) || !is(tag.height, raw_height)) return undefined;
  const isTiled = main.has(tag.tileOffsets);
  const tileWidth = isTiled ? (main.number(tag.tileWidth) ?? 0) : raw_width;
  const tileHeight = isTiled ? (main.number(tag.tileLength) ?? 0) : raw_height;
  const starts = main.numbers(isTiled ? tag.tileOffsets : tag.stripOffsets);
  const lengths = main.numbers(isTiled ? tag.tileByteCounts : tag.stripByteCounts);
  const [across, down] = [Math.ceil(raw_width / tileWidth), Math.ceil(raw_height / tileHeight)];
  // At the end of a row of tiles, LibRaw uses the frame's width.
  const isWithin = tileWidth >= 1 && tileHeight >= 1 && tileWidth <= raw_width && tileHeight <= maxRows;
  if (!isWithin || starts.length !== across * down || lengths.length !== starts.length) return undefined;
  return starts.map((start, i) => ({
    ...{ start, end: start + lengths[i], left: (i % across) * tileWidth, top: Math.floor(i / across) * tileHeight },
    ...{ height: tileHeight, slices: 0, sliceWidth: 0, lastWidth: tileWidth, cell },
  }));
}

/**
 * DNG's LinearizationTable: indices beyond its end mean its last value; `undefined` without such values.
 */
function curveOf(values: readonly number[]): U16 | undefined {
  if (values.length === 0 || values.length > 65_536 || values.some((value) => value > 65_535)) return undefined;
  const curve = new Uint16Array(new SharedArrayBuffer(65_536 * 2));
  curve.fill(values[values.length - 1]).set(values);
  return curve;
}

/**
 * Number of damaged lossless JPEGs in the sensor data of a CR2 or a Sony file: LibRaw only reports values out of range.
 * Other makers order their codes differently; DNGs have a separate check.
 */
export function countDamagedPieces(bytes: Uint8Array): number {
  const directories = readTiffDirectories(bytes);
  const [first] = directories;
  if (!first || first.has(tag.dngVersion)) return 0;
  const isSony = first.text(tag.make).startsWith("SONY");
  const holdsPieces = (one: TiffDirectory) =>
    one.has(tag.cr2Slices) || (isSony && one.number(tag.compression) === losslessJpeg && holdsSensorData(one));
  // Broken files refer to the same bytes repeatedly, so no more bytes are checked than the file has.
  let left = bytes.length;
  return directories
    .filter(holdsPieces)
    .flatMap((one) => piecesOf(one, bytes))
    .filter((piece) => {
      left -= piece.length;
      return left >= 0 && isLosslessDamaged(piece);
    }).length;
}

function piecesOf(directory: TiffDirectory, bytes: Uint8Array): readonly Uint8Array[] {
  const isTiled = directory.has(tag.tileOffsets);
  const lengths = directory.numbers(isTiled ? tag.tileByteCounts : tag.stripByteCounts);
  const offsets = directory.numbers(isTiled ? tag.tileOffsets : tag.stripOffsets);
  return offsets.map((at, i) => bytes.subarray(at, at + (lengths[i] ?? 0)));
}
