import type { U8, U16 } from "../../image/index.ts";
import { forwardDct, quantise } from "./jpeg-block.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * The entropy-coded data of a baseline JPEG (ITU-T T.81, annex F.1), one restart interval a row of MCUs: rows are rows of MCUs, of 8
 * pixels, or 16 with `halved` chroma. Samples, transform and rounding are those of libjpeg, so the pixels are too.
 */
export interface JpegScanArgs {
  /** Display RGB, interleaved; 16 bits are rounded to 8. */
  readonly source: U8 | U16;
  readonly width: number;
  readonly height: number;
  /** 1 for chroma of half the width and height (4:2:0), 0 for full chroma. */
  readonly halved: 0 | 1;
  /** 64 divisors of luma, then of chroma, row by row, 1 to 255. */
  readonly quantisers: U8;
  /** Codes and their lengths by symbol, 256 each: luma DC, luma AC, chroma DC, chroma AC. */
  readonly codes: U16;
  readonly lengths: U8;
  /** Row r's bytes begin at r · slotBytes; what does not fit is left out. */
  readonly target: U8;
  readonly slotBytes: number;
  /** How many bytes each row has; more than `slotBytes` where they did not fit. */
  readonly sizes: Int32Array<SharedArrayBuffer>;
}

export function jpegScan(args: JpegScanArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    const bits = new BitWriter(args.target.subarray(row * args.slotBytes, (row + 1) * args.slotBytes));
    const coders = planesOf(args, row).map((plane, c) => new BlockCoder(args, plane, c === 0 ? 0 : 1, bits));
    const side = args.halved ? 2 : 1;
    for (let mcu = 0; mcu < Math.ceil(args.width / (8 * side)); mcu++) {
      for (let i = 0; i < side * side; i++) coders[0].code(mcu * side + (i % side), Math.floor(i / side));
      for (const coder of coders.slice(1)) coder.code(mcu, 0);
    }
    args.sizes[row] = bits.end();
  }
}

/** One component's samples under a row of MCUs; only whole blocks that hold some of the picture. */
interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const roundUp = (size: number, unit: number): number => Math.ceil(size / unit) * unit;

/** Y, Cb and Cr (JFIF 1.02) of one row of MCUs; beyond the picture its last column and row go on. */
function planesOf({ source, width, height, halved }: JpegScanArgs, row: number): readonly Plane[] {
  const side = halved ? 2 : 1;
  const full = { width: roundUp(width, 8 * side), height: 8 * side };
  const planes = [0, 1, 2].map(() => new Uint8Array(full.width * full.height));
  for (let i = 0; i < full.width * full.height; i++) {
    const x = Math.min(width - 1, i % full.width);
    const y = Math.min(height - 1, row * full.height + Math.floor(i / full.width));
    const [r, g, b] = [0, 1, 2].map((c) => {
      const value = source[(y * width + x) * 3 + c];
      return source instanceof Uint8Array ? value : (value * 255 + 32895) >> 16;
    });
    planes[0][i] = (19595 * r + 38470 * g + 7471 * b + 32768) >> 16;
    planes[1][i] = (-11059 * r - 21709 * g + 32768 * b + 8421375) >> 16;
    planes[2][i] = (32768 * r - 27439 * g - 5329 * b + 8421375) >> 16;
  }
  const lumaHeight = Math.min(full.height, roundUp(height - row * full.height, 8));
  const luma = { data: planes[0], width: full.width, height: lumaHeight };
  const inside = Math.min(8, Math.ceil((height - row * full.height) / side));
  return [luma, ...planes.slice(1).map((data) => (halved ? halve({ data, ...full }, inside) : { data, ...full }))];
}

/** Means of 2 × 2; halves are rounded up and down in turn. From row `inside` on the one before it is repeated. */
function halve({ data, width, height }: Plane, inside: number): Plane {
  const [w, h] = [width / 2, height / 2];
  const half = new Uint8Array(w * h);
  for (let i = 0; i < w * h; i++) {
    const [x, y] = [i % w, Math.min(inside - 1, Math.floor(i / w))];
    const at = 2 * y * width + 2 * x;
    half[i] = (data[at] + data[at + 1] + data[at + width] + data[at + width + 1] + 1 + (x & 1)) >> 2;
  }
  return { data: half, width: w, height: h };
}

/** Codes one component's blocks (T.81, F.1.2). */
class BlockCoder {
  readonly #args: JpegScanArgs;
  readonly #plane: Plane;
  readonly #table: 0 | 1;
  readonly #bits: BitWriter;
  readonly #blocksAcross: number;
  readonly #block = new Int32Array(64);
  readonly #zigzag = new Int32Array(64);
  #lastDc = 0;

  constructor(args: JpegScanArgs, plane: Plane, table: 0 | 1, bits: BitWriter) {
    this.#args = args;
    this.#plane = plane;
    this.#table = table;
    this.#bits = bits;
    this.#blocksAcross = Math.ceil(args.width / (args.halved && table === 1 ? 16 : 8));
  }

  /** The block in column and row `x`, `y`; one without a pixel of the picture repeats the last one's mean. */
  code(x: number, y: number): void {
    const zz = this.#zigzag;
    if (x < this.#blocksAcross && y * 8 < this.#plane.height) this.#transform(x, y);
    else zz.fill(0).set([this.#lastDc]);
    this.#codeValue(0, 0, zz[0] - this.#lastDc);
    this.#lastDc = zz[0];
    let run = 0;
    for (let k = 1; k < 64; k++) {
      if (zz[k] === 0) {
        run++;
        continue;
      }
      for (; run > 15; run -= 16) this.#codeSymbol(1, 0xf0);
      this.#codeValue(1, run, zz[k]);
      run = 0;
    }
    if (run > 0) this.#codeSymbol(1, 0);
  }

  #transform(x: number, y: number): void {
    const { data, width } = this.#plane;
    for (let i = 0; i < 64; i++) this.#block[i] = data[(y * 8 + (i >> 3)) * width + x * 8 + (i & 7)] - 128;
    forwardDct(this.#block);
    quantise(this.#block, this.#args.quantisers.subarray(this.#table * 64), this.#zigzag);
  }

  #codeValue(kind: 0 | 1, run: number, value: number): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.#codeSymbol(kind, run * 16 + size);
    if (size > 0) this.#bits.put(value < 0 ? value + 2 ** size - 1 : value, size);
  }

  #codeSymbol(kind: 0 | 1, symbol: number): void {
    const at = (this.#table * 2 + kind) * 256 + symbol;
    this.#bits.put(this.#args.codes[at], this.#args.lengths[at]);
  }
}

/** Bits, the highest first; a 0 follows each byte of ones (T.81, F.1.2.3). */
class BitWriter {
  readonly #target: Uint8Array;
  #bytes = 0;
  #pending = 0;
  #count = 0;

  constructor(target: Uint8Array) {
    this.#target = target;
  }

  /** The lowest `length` bits, at most 16. */
  put(bits: number, length: number): void {
    this.#pending = ((this.#pending << length) | bits) & 0xffffff;
    this.#count += length;
    for (; this.#count >= 8; this.#count -= 8) this.#putByte((this.#pending >> (this.#count - 8)) & 0xff);
  }

  /** Fills the last byte with ones; gives the number of bytes. */
  end(): number {
    if (this.#count > 0) this.put(2 ** (8 - this.#count) - 1, 8 - this.#count);
    return this.#bytes;
  }

  #putByte(byte: number): void {
    // Writing beyond the end has no effect.
    this.#target[this.#bytes++] = byte;
    if (byte === 0xff) this.#target[this.#bytes++] = 0;
  }
}
