import type { PixelMemory } from "../../image/index.ts";
import { huffmanBytes, type KernelArgs, losslessPiece, maxComponents } from "../../kernels/index.ts";
import type { DecodeRequest } from "../codec.ts";
import { type LosslessHead, readLosslessHead } from "../jpeg/index.ts";
import type { LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import { cr2Decoder, type LosslessLayout, losslessLayoutOf, type Piece } from "./lossless-layout.ts";

/** Number of pieces per band: tiles are small, and there are hundreds. */
const piecesAtOnce = 8;

/** Number of margin columns next to the picture that receive some of its light. */
const edgePx = 2;

/** A frame, and LibRaw's metadata after unpacking. */
interface UnpackedFrame {
  readonly frame: LibRawFrame;
  readonly metadata: LibRawMetadata;
}

/**
 * The sensor frame of a CR2, of Sony's lossless ARW, or of a DNG of lossless JPEGs, identical to LibRaw's, unpacked on
 * all threads (`metadata` from before unpacking); `undefined` if LibRaw must be used: for other files, unusual layouts,
 * and damaged data. Rejects with `cancelled`.
 */
export async function unpackLosslessFrame(
  bytes: Uint8Array,
  metadata: LibRawMetadata,
  { memory, kernels }: DecodeRequest,
): Promise<UnpackedFrame | undefined> {
  const layout = losslessLayoutOf(bytes, metadata);
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

/** Applies the changes of LibRaw's `unpack` to levels: margins of CR2 are masked, and equal black levels become one. */
function afterUnpacking(metadata: LibRawMetadata): LibRawMetadata {
  const { color_data, decoder, left_margin: left, top_margin: top, width, height, raw_width } = metadata;
  const common = Math.min(...color_data.cblack.slice(0, 4));
  const cblack = color_data.cblack.map((level, i) => (i < 4 ? level - common : level));
  const isMarginDark = decoder === cr2Decoder && !(metadata.mask[0][3] > 0);
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

/**
 * Whether LibRaw uses the same tables for the components, by their order, and the rest of the header is usual.
 */
function isReadAlike(
  { rows, columns, bits, predictor, pointTransform, tables, tableOf }: LosslessHead,
  metadata: LibRawMetadata,
) {
  const isUsual = bits >= 2 && bits <= 16 && predictor >= 1 && predictor <= 7 && pointTransform === 0;
  // Before DNG a single component means another kind of header.
  const isCount = tableOf.length <= maxComponents && (tableOf.length > 1 || metadata.dng_version !== 0);
  if (!isUsual || !isCount || rows < 1 || columns < 1) return false;
  let taken = tables.get(0);
  return tableOf.every((number, c) => {
    taken = tables.get(c) ?? taken;
    const own = tables.get(number);
    return own === taken && own !== undefined && own.symbols.length <= huffmanBytes - 16;
  });
}

/** Whether the piece has coded data with as many samples as it needs. */
function fits(piece: Piece, { start, rows, columns, tableOf }: LosslessHead): boolean {
  const { slices, sliceWidth, lastWidth, height, cell } = piece;
  if (start >= piece.end - piece.start) return false;
  if (cell === 2) return tableOf.length === 4 && lastWidth === 2 * columns && height === 2 * rows;
  return rows * columns * tableOf.length === (slices * sliceWidth + lastWidth) * height;
}

type Arguments = Omit<KernelArgs["unpackLossless"], "target" | "width" | "height">;

function argumentsOf(
  bytes: Uint8Array,
  { pieces, curve }: LosslessLayout,
  heads: readonly LosslessHead[],
  memory: PixelMemory,
): Arguments & { release(): void } {
  // Not as arguments of one call: a file may list more of them than a call accepts.
  const begin = pieces.reduce((least, { start }) => Math.min(least, start), bytes.length);
  const end = pieces.reduce((most, piece) => Math.max(most, piece.end), 0);
  const coded = memory.u8(end - begin);
  coded.set(bytes.subarray(begin, end));
  const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));
  const described = new Int32Array(new SharedArrayBuffer(pieces.length * losslessPiece.length * 4));
  const tables = sharedBytes(pieces.length * maxComponents * huffmanBytes);
  for (const [i, head] of heads.entries()) {
    const { start, end, ...place } = pieces[i];
    const { rows, columns, bits, predictor, tableOf } = head;
    const span = { start: start - begin + head.start, end: end - begin };
    const piece = { ...span, rows, columns, components: tableOf.length, bits, predictor, ...place };
    described.set(losslessPiece.of(piece), i * losslessPiece.length);
    for (const [c, number] of tableOf.entries()) {
      const at = (i * maxComponents + c) * huffmanBytes;
      const table = head.tables.get(number);
      tables.set(table?.counts ?? [], at);
      tables.set(table?.symbols ?? [], at + 16);
    }
  }
  return {
    ...{ bytes: coded, pieces: described, tables, sound: sharedBytes(pieces.length), pieceCount: pieces.length },
    ...(curve && { curve }),
    release: () => memory.release(coded),
  };
}
