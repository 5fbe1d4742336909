import type { PixelMemory, U16 } from "../../image/index.ts";
import { huffmanBytes, type KernelArgs, mostComponents, pieceFields } from "../../kernels/index.ts";
import type { DecodeRequest } from "../codec.ts";
import { mainDirectory } from "../dng/index.ts";
import { type LosslessHead, readLosslessHead } from "../jpeg/index.ts";
import type { LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import { readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

const tag = {
  width: 256,
  height: 257,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  stripByteCounts: 279,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  linearization: 50712,
  cr2Slices: 50752,
} as const;

const losslessJpeg = 7;

/** LibRaw's decoders of such frames. */
const decoders = {
  cr2: "lossless_jpeg_load_raw()",
  dng: "lossless_dng_load_raw()",
  sony: "sony_ljpeg_load_raw()",
} as const;

/** LibRaw takes DNGs before 1.1 to have bits behind the code of the largest difference. */
const firstAsJpeg = 0x01010000;

/** The one width at which LibRaw moves all samples by two. */
const movedWidth = 3984;

/** No JPEG has more. */
const mostRows = 65_535;

/** A band has so many: tiles are small, and there are hundreds. */
const piecesAtOnce = 8;

/** So many columns of a margin that are next to the picture see some of its light. */
const edgePx = 2;

/** A lossless JPEG of the file, and where in the frame its samples go. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly slices: number;
  readonly sliceWidth: number;
  readonly lastWidth: number;
  /** 2 where its components are the photosites of a cell; else 1. */
  readonly cell: 1 | 2;
}

interface Layout {
  readonly pieces: readonly Piece[];
  /** What the samples stand for; absent where they stand for themselves. */
  readonly curve?: U16;
}

/** A frame, and what LibRaw says once it has unpacked it. */
export interface UnpackedFrame {
  readonly frame: LibRawFrame;
  readonly metadata: LibRawMetadata;
}

/**
 * The sensor frame of a CR2, of Sony's lossless ARW, or of a DNG of lossless JPEGs, as LibRaw unpacks it (`metadata`
 * from before it does), on all threads; `undefined` wherever LibRaw is to have the word: for other files, unusual
 * layouts, and data with the least damage. Rejects with `cancelled`.
 */
export async function unpackLosslessFrame(
  bytes: Uint8Array,
  metadata: LibRawMetadata,
  { memory, kernels }: DecodeRequest,
): Promise<UnpackedFrame | undefined> {
  const layout = layoutOf(bytes, metadata);
  if (!layout) return undefined;
  const { raw_width: width, raw_height: height } = metadata;
  const heads = layout.pieces.map(({ start, end }) => readLosslessHead(bytes.subarray(start, end)));
  const isAsExpected = heads.every((head, i) => head && isReadAlike(head, metadata) && fits(layout.pieces[i], head));
  if (!isAsExpected) return undefined;
  const { release, ...args } = argumentsOf(bytes, layout, heads as readonly LosslessHead[], memory);
  const data = memory.u16(width * height);
  let isOurs = false;
  try {
    await kernels.run("unpackLossless", { ...args, target: data, width, height }, args.pieceCount, piecesAtOnce);
    isOurs = args.sound.every((sound) => sound === 1);
  } finally {
    release();
    if (!isOurs) memory.release(data);
  }
  if (!isOurs) return undefined;
  return { frame: { samples: 1, stride: width, data, isOurs: true }, metadata: afterUnpacking(metadata) };
}

/** What LibRaw's `unpack` makes of its levels: a CR2's margins are masked, and all black in common is one level. */
function afterUnpacking(metadata: LibRawMetadata): LibRawMetadata {
  const { color_data, decoder, left_margin: left, top_margin: top, width, height, raw_width } = metadata;
  const common = Math.min(...color_data.cblack.slice(0, 4));
  const cblack = color_data.cblack.map((level, i) => (i < 4 ? level - common : level));
  const isMarginDark = decoder === decoders.cr2 && !(metadata.mask[0][3] > 0);
  const sides = [
    [top, edgePx, top + height, left - edgePx],
    [top, left + width + edgePx, top + height, raw_width],
  ];
  return {
    ...metadata,
    ...(isMarginDark && { mask: [...sides, ...metadata.mask.slice(2)] }),
    color_data: { ...color_data, black: color_data.black + common, cblack },
  };
}

function layoutOf(bytes: Uint8Array, metadata: LibRawMetadata): Layout | undefined {
  const { decoder, raw_count, filters, raw_width, raw_height, width, height, left_margin, top_margin } = metadata;
  const isWhole = left_margin + width <= raw_width && top_margin + height <= raw_height;
  if (raw_count !== 1 || filters === 0 || !isWhole) return undefined;
  const layout =
    decoder === decoders.cr2
      ? layoutOfCr2(readTiffDirectories(bytes), metadata)
      : decoder === decoders.dng
        ? layoutOfDng(mainDirectory(bytes), readTiffDirectories(bytes), metadata)
        : decoder === decoders.sony
          ? layoutOfSony(readTiffDirectories(bytes), metadata)
          : undefined;
  const isInFile = ({ start, end }: Piece) => start < end && end <= bytes.length;
  return layout && layout.pieces.length > 0 && layout.pieces.every(isInFile) ? layout : undefined;
}

/** One JPEG, whose samples fill upright slices of the frame. */
function layoutOfCr2(
  directories: readonly TiffDirectory[],
  { dng_version, raw_width, raw_height }: LibRawMetadata,
): Layout | undefined {
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
  main: TiffDirectory | undefined,
  directories: readonly TiffDirectory[],
  metadata: LibRawMetadata,
): Layout | undefined {
  if (!main || metadata.dng_version < firstAsJpeg || (main.number(tag.samples) ?? 1) !== 1) return undefined;
  const tables = directories.filter((one) => one.has(tag.linearization));
  if (tables.length > 1 || (tables.length === 1 && !main.has(tag.linearization))) return undefined;
  const curve = tables.length === 1 ? curveOf(main.numbers(tag.linearization)) : undefined;
  const pieces = tilesOf(main, metadata, 1);
  return pieces && { pieces, ...(curve && { curve }) };
}

/** A JPEG for each tile, whose four components are the photosites of a cell. */
function layoutOfSony(directories: readonly TiffDirectory[], metadata: LibRawMetadata): Layout | undefined {
  const { dng_version, raw_width, raw_height } = metadata;
  const [main, second] = directories.filter(
    (one) => one.number(tag.compression) === losslessJpeg && one.number(tag.width) === raw_width,
  );
  const isEven = raw_width % 2 === 0 && raw_height % 2 === 0;
  if (!main || second || dng_version !== 0 || !isEven || !main.has(tag.tileOffsets)) return undefined;
  const pieces = tilesOf(main, metadata, 2);
  return pieces?.every(({ left, top }) => left % 2 === 0 && top % 2 === 0) ? { pieces } : undefined;
}

/** Of a directory of lossless JPEGs; `undefined` where their places do not make up the frame. */
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
  // Where a row of tiles ends, LibRaw's reading goes by the frame's width.
  const isWithin = tileWidth >= 1 && tileHeight >= 1 && tileWidth <= raw_width && tileHeight <= mostRows;
  if (!isWithin || starts.length !== across * down || lengths.length !== starts.length) return undefined;
  return starts.map((start, i) => ({
    ...{ start, end: start + lengths[i], left: (i % across) * tileWidth, top: Math.floor(i / across) * tileHeight },
    ...{ height: tileHeight, slices: 0, sliceWidth: 0, lastWidth: tileWidth, cell },
  }));
}

/** DNG's LinearizationTable: what is beyond its end stands for its last value. */
function curveOf(values: readonly number[]): U16 | undefined {
  if (values.length === 0) return undefined;
  const curve = new Uint16Array(new SharedArrayBuffer(65_536 * 2));
  curve.fill(values[values.length - 1]).set(values);
  return curve;
}

/**
 * Whether LibRaw takes the same tables for the components, by their order, and nothing else of the head is unusual.
 */
function isReadAlike(
  { rows, columns, bits, predictor, pointTransform, tables, tableOf }: LosslessHead,
  metadata: LibRawMetadata,
) {
  const isUsual = bits >= 2 && bits <= 16 && predictor >= 1 && predictor <= 7 && pointTransform === 0;
  // Before DNG a single component stands for a head of another kind.
  const isCount = tableOf.length <= mostComponents && (tableOf.length > 1 || metadata.dng_version !== 0);
  if (!isUsual || !isCount || rows < 1 || columns < 1) return false;
  let taken = tables.get(0);
  return tableOf.every((number, c) => {
    taken = tables.get(c) ?? taken;
    const own = tables.get(number);
    return own === taken && own !== undefined && own.symbols.length <= huffmanBytes - 16;
  });
}

/** Whether the piece has coded data, of as many samples as it has places for. */
function fits(piece: Piece, { start, rows, columns, tableOf }: LosslessHead): boolean {
  const { slices, sliceWidth, lastWidth, height, cell } = piece;
  if (start >= piece.end - piece.start) return false;
  if (cell === 2) return tableOf.length === 4 && lastWidth === 2 * columns && height === 2 * rows;
  return rows * columns * tableOf.length === (slices * sliceWidth + lastWidth) * height;
}

const fields = Object.entries(pieceFields) as [keyof typeof pieceFields, number][];

type Arguments = Omit<KernelArgs["unpackLossless"], "target" | "width" | "height">;

function argumentsOf(
  bytes: Uint8Array,
  { pieces, curve }: Layout,
  heads: readonly LosslessHead[],
  memory: PixelMemory,
): Arguments & { release(): void } {
  const begin = Math.min(...pieces.map(({ start }) => start));
  const end = Math.max(...pieces.map((piece) => piece.end));
  const coded = memory.u8(end - begin);
  coded.set(bytes.subarray(begin, end));
  const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));
  const told = new Int32Array(new SharedArrayBuffer(pieces.length * fields.length * 4));
  const tables = sharedBytes(pieces.length * mostComponents * huffmanBytes);
  for (const [i, head] of heads.entries()) {
    const { start, end, ...place } = pieces[i];
    const { rows, columns, bits, predictor, tableOf } = head;
    const span = { start: start - begin + head.start, end: end - begin };
    const piece = { ...span, rows, columns, components: tableOf.length, bits, predictor, ...place };
    for (const [name, at] of fields) told[i * fields.length + at] = piece[name];
    for (const [c, number] of tableOf.entries()) {
      const at = (i * mostComponents + c) * huffmanBytes;
      const table = head.tables.get(number);
      tables.set(table?.counts ?? [], at);
      tables.set(table?.symbols ?? [], at + 16);
    }
  }
  return {
    ...{ bytes: coded, pieces: told, tables, sound: sharedBytes(pieces.length), pieceCount: pieces.length },
    ...(curve && { curve }),
    release: () => memory.release(coded),
  };
}
