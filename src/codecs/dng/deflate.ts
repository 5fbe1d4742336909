import { inflateSync } from "node:zlib";
import { EngineError } from "../../errors/index.ts";
import { type LibRawFrame, noDecoder } from "../libraw/index.ts";
import { toFloat } from "./small-floats.ts";
import { mainDirectory } from "./tags.ts";

/** TIFF's Compression of deflate (Adobe, TIFF Technical Note 3 and DNG 1.4). */
export const deflateCompression = 8;

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
} as const;

/**
 * Predictors: distance of the difference in pixels, and whether it is the floating-point predictor (DNG
 * 1.6, chapter 2).
 */
const predictors: Readonly<Record<number, { readonly lag: number; readonly byteWise: boolean }>> = {
  1: { lag: 0, byteWise: false },
  2: { lag: 1, byteWise: false },
  3: { lag: 1, byteWise: true },
  34892: { lag: 2, byteWise: false },
  34893: { lag: 4, byteWise: false },
  34894: { lag: 2, byteWise: true },
  34895: { lag: 4, byteWise: true },
};

const floatFormat = 3;
const maxEdge = 65535;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3 | 4;
  /** Bytes per sample: 2 for integers; 2, 3 or 4 for floats. */
  readonly sampleBytes: number;
  readonly isFloat: boolean;
  readonly lag: number;
  readonly byteWise: boolean;
  readonly littleEndian: boolean;
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly pieces: readonly { readonly offset: number; readonly length: number }[];
}

/**
 * The sensor frame of a DNG whose tiles or strips are deflated: integers of 16 bits, or floats of 16, 24 or 32. LibRaw
 * only reads the floats, and treats every predictor as the floating-point one. Throws `input/corrupt` if a piece is
 * broken or has too many or too few bytes, and `unsupported/variant` for other layouts.
 */
export function unpackDeflate(bytes: Uint8Array): LibRawFrame {
  const layout = readLayout(bytes);
  const { width, height, samples, pieceWidth, pieceHeight } = layout;
  const stride = width * samples;
  const data = layout.isFloat ? new Float32Array(stride * height) : new Uint16Array(stride * height);
  const across = Math.ceil(width / pieceWidth);
  const row = new Uint32Array(pieceWidth * samples);
  layout.pieces.forEach(({ offset, length }, i) => {
    const [x0, y0] = [(i % across) * pieceWidth, Math.floor(i / across) * pieceHeight];
    const piece = inflate(bytes.subarray(offset, offset + length), layout, Math.min(pieceHeight, height - y0));
    const count = Math.min(pieceWidth, width - x0) * samples;
    for (let y = y0; y < Math.min(height, y0 + pieceHeight); y++) {
      readRow(piece, (y - y0) * row.length * layout.sampleBytes, row, layout);
      const at = y * stride + x0 * samples;
      for (let k = 0; k < count; k++) data[at + k] = layout.isFloat ? toFloat(row[k], layout.sampleBytes) : row[k];
    }
  });
  return { samples, stride, data };
}

function readLayout(bytes: Uint8Array): Layout {
  const main = mainDirectory(bytes);
  const one = (which: number, fallback: number) => main?.number(which) ?? fallback;
  const [width, height] = [one(tag.width, 0), one(tag.height, 0)];
  const tiled = main?.has(tag.tileWidth) === true;
  const pieceWidth = tiled ? one(tag.tileWidth, 0) : width;
  const pieceHeight = tiled ? one(tag.tileHeight, 0) : Math.min(height, one(tag.rowsPerStrip, height));
  const [bits, samples, isFloat] = [one(tag.bits, 0), one(tag.samples, 1), one(tag.sampleFormat, 1) === floatFormat];
  const predictor = predictors[one(tag.predictor, 1)];
  const sound = isSize(width) && isSize(height) && isSize(pieceWidth) && isSize(pieceHeight);
  if (!main || !sound) throw new EngineError("input/corrupt", "decode: the deflated DNG states no sound size");
  const known = isFloat ? [16, 24, 32].includes(bits) : bits === 16;
  const fits = predictor && (isFloat || !predictor.byteWise) && one(tag.planar, 1) === 1;
  if (!known || !fits || (samples !== 1 && samples !== 3 && samples !== 4)) {
    throw noDecoder(`deflated DNG of ${samples} × ${bits} bits with predictor ${one(tag.predictor, 1)}`);
  }
  const offsets = main.numbers(tiled ? tag.tileOffsets : tag.stripOffsets);
  const lengths = main.numbers(tiled ? tag.tileByteCounts : tag.stripByteCounts);
  const count = Math.ceil(width / pieceWidth) * Math.ceil(height / pieceHeight);
  if (offsets.length < count || lengths.length < count)
    throw new EngineError("input/corrupt", `decode: the deflated DNG has ${offsets.length} of ${count} pieces`);
  return {
    width,
    height,
    samples,
    sampleBytes: bits / 8,
    isFloat,
    lag: predictor.lag * samples,
    byteWise: predictor.byteWise,
    littleEndian: bytes[0] === 0x49,
    pieceWidth,
    pieceHeight,
    pieces: Array.from({ length: count }, (_, i) => ({ offset: offsets[i], length: lengths[i] })),
  };
}

function isSize(value: number): boolean {
  return value >= 1 && value <= maxEdge;
}

function inflate(deflated: Uint8Array, { pieceWidth, pieceHeight, samples, sampleBytes }: Layout, rows: number) {
  const rowBytes = pieceWidth * samples * sampleBytes;
  try {
    const piece = inflateSync(deflated, { maxOutputLength: rowBytes * pieceHeight });
    if (piece.length >= rowBytes * rows) return piece;
  } catch (thrown) {
    throw new EngineError("input/corrupt", "decode: a piece of the deflated DNG is broken or too large", {}, thrown);
  }
  throw new EngineError("input/corrupt", "decode: a piece of the deflated DNG is too short");
}

/** Reads one row of samples as unsigned integers with the same bits. */
function readRow(piece: Uint8Array, at: number, row: Uint32Array, layout: Layout): void {
  const { sampleBytes, lag, byteWise, littleEndian } = layout;
  const count = row.length;
  if (byteWise) {
    for (let i = at + lag; i < at + count * sampleBytes; i++) piece[i] += piece[i - lag];
    // The bytes of a row are sorted by significance, the most significant first.
    row.fill(0);
    for (let b = 0; b < sampleBytes; b++)
      for (let k = 0; k < count; k++) row[k] = (row[k] << 8) | piece[at + b * count + k];
    return;
  }
  for (let k = 0, from = at; k < count; k++, from += sampleBytes) {
    let word = 0;
    for (let b = 0; b < sampleBytes; b++) word = (word << 8) | piece[from + (littleEndian ? sampleBytes - 1 - b : b)];
    row[k] = word;
  }
  if (lag === 0) return;
  const mask = sampleBytes === 4 ? 0xffffffff : 2 ** (8 * sampleBytes) - 1;
  for (let k = lag; k < count; k++) row[k] = (row[k] + row[k - lag]) & mask;
}
