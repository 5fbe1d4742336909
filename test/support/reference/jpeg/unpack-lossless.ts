import {
  huffmanBytes,
  losslessPiece,
  maxComponents,
  type UnpackLosslessArgs,
} from "../../../../src/kernels/declarations/jpeg.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Maximum number of bits after the last sample of the coded data. */
const leftBits = 40;
const paddingBytes = 64;

export function unpackLossless(args: UnpackLosslessArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  for (let i = rowBegin; i < rowEnd; i++) {
    pollCancel(cancel);
    args.sound[i] = unpackPiece(args, i) ? 1 : 0;
  }
}

type Piece = ReturnType<typeof losslessPiece.read>;

function unpackPiece({ bytes, pieces, tables, curve, target, width, height }: UnpackLosslessArgs, i: number): boolean {
  const piece = losslessPiece.read(pieces, i);
  const { columns, components, rows, predictor, bits } = piece;
  const codes = Array.from({ length: components }, (_, c) => {
    const at = (i * maxComponents + c) * huffmanBytes;
    return codesOf(tables.subarray(at, at + huffmanBytes));
  });
  const data = bytes.subarray(piece.start, piece.end);
  const end = endOf(data);
  const reader = new Reader(data.subarray(0, end));
  const rowSamples = columns * components;
  let above = new Int32Array(rowSamples);
  for (let y = 0; y < rows; y++) {
    const row = new Int32Array(rowSamples);
    for (let x = 0; x < rowSamples; x++) {
      const difference = readDifference(reader, codes[x % components]);
      if (difference === undefined) return false;
      const left = x >= components ? row[x - components] : y === 0 ? 2 ** (bits - 1) : above[x];
      const [up, corner] = [above[x], above[x - components]];
      const predicted = y === 0 || x < components ? left : predict(predictor, left, up, corner);
      row[x] = (predicted + difference) & 0xffff;
      if (row[x] >> bits > 0) return false;
      const place = placeOf(piece, y * rowSamples + x);
      if (place.x < width && place.y < height)
        target[place.y * width + place.x] = curve?.length ? curve[row[x]] : row[x];
    }
    above = row;
  }
  const left = reader.left();
  return left >= 0 && left <= leftBits && data[end + 1] === 0xd9 && data.length - end - 2 <= paddingBytes;
}

/** T.81, table H.1. */
function predict(which: number, left: number, up: number, corner: number): number {
  if (which === 1) return left;
  if (which === 2) return up;
  if (which === 3) return corner;
  if (which === 4) return left + up - corner;
  if (which === 5) return left + ((up - corner) >> 1);
  if (which === 6) return up + ((left - corner) >> 1);
  return (left + up) >> 1;
}

function placeOf(
  { left, top, height, slices, sliceWidth, lastWidth, cell, columns }: Piece,
  sample: number,
): { readonly x: number; readonly y: number } {
  if (cell === 2) {
    const [pixel, c] = [Math.floor(sample / 4), sample % 4];
    return { x: left + 2 * (pixel % columns) + (c % 2), y: top + 2 * Math.floor(pixel / columns) + (c >> 1) };
  }
  const slice = Math.min(slices, Math.floor(sample / (sliceWidth * height)));
  const within = sample - slice * sliceWidth * height;
  const width = slice < slices ? sliceWidth : lastWidth;
  return { x: left + slice * sliceWidth + (within % width), y: top + Math.floor(within / width) };
}

/** Symbols by their codes, with a leading one so that zeros count. */
function codesOf(table: Uint8Array): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  let [code, next] = [0, 16];
  for (let length = 1; length <= 16; length++, code <<= 1)
    for (let i = 0; i < table[length - 1]; i++) codes.set((1 << length) | code++, table[next++]);
  return codes;
}

function readDifference(reader: Reader, codes: ReadonlyMap<number, number>): number | undefined {
  let code = 1;
  for (let length = 1; length <= 16; length++) {
    code = (code << 1) | reader.bits(1);
    const size = codes.get(code);
    if (size === undefined) continue;
    if (size === 0) return 0;
    if (size === 16) return -32_768;
    const value = reader.bits(size);
    return value < 2 ** (size - 1) ? value + 1 - 2 ** size : value;
  }
  return undefined;
}

function endOf(data: Uint8Array): number {
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 1)) if (data[at + 1] !== 0) return at;
  return data.length;
}

/** Reads bits of data without stuffing, and zeros after the end. */
class Reader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(stuffed: Uint8Array) {
    this.#data = stuffed.filter((byte, i) => !(byte === 0 && stuffed[i - 1] === 0xff));
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++)
      value = (value << 1) | (((this.#data[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  left(): number {
    return this.#data.length * 8 - this.#at;
  }
}
