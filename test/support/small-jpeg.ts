/**
 * A JPEG with exactly these coefficients, Y Cb Cr, every quantizer 8: a DC coefficient is the block's mean less 128.
 */
export interface SmallJpeg {
  readonly width: number;
  readonly height: number;
  /** Luminance blocks of an MCU, horizontally. */
  readonly across: 1 | 2;
  readonly down: 1 | 2;
  /** In MCUs; 0 for none. */
  readonly restartInterval?: number;
  readonly dc: (component: number, blockX: number, blockY: number) => number;
  /** AC coefficients of a block as [preceding zeros, value]; the end of the block is added if needed. */
  readonly ac?: (
    component: number,
    blockX: number,
    blockY: number,
  ) => readonly (readonly [run: number, value: number])[];
}

const dcSymbols = Array.from({ length: 12 }, (_, i) => i);
const acSymbols = [
  0x00,
  0x01,
  0x11,
  0xf0,
  ...Array.from({ length: 256 }, (_, i) => i).filter((i) => (i & 15) > 0 && (i & 15) <= 10 && i !== 0x01 && i !== 0x11),
];
/** Codes by length: of 2, 4 and, longer than any look-up, 16 bits. */
const dcCounts = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const acCounts = [0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, acSymbols.length - 4];

export function buildSmallJpeg(jpeg: SmallJpeg): Uint8Array {
  const { width, height, across, down, restartInterval = 0 } = jpeg;
  const quants = new Array<number>(64).fill(8);
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...quants]),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, 1, (across << 4) | down, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...segment(0xc4, [0x00, ...dcCounts, ...dcSymbols, 0x10, ...acCounts, ...acSymbols]),
    ...(restartInterval > 0 ? segment(0xdd, word(restartInterval)) : []),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    ...scan(jpeg),
    ...[0xff, 0xd9],
  ]);
}

function segment(marker: number, body: readonly number[]): number[] {
  return [0xff, marker, ...word(body.length + 2), ...body];
}

function word(value: number): number[] {
  return [value >> 8, value & 255];
}

function scan({ width, height, across, down, restartInterval = 0, dc, ac = () => [] }: SmallJpeg): number[] {
  const columns = Math.ceil(width / (8 * across));
  const rows = Math.ceil(height / (8 * down));
  const bytes: number[] = [];
  let bits = new BitWriter(bytes);
  let before = [0, 0, 0];
  for (let mcu = 0; mcu < columns * rows; mcu++) {
    if (restartInterval > 0 && mcu > 0 && mcu % restartInterval === 0) {
      bits.finish();
      bytes.push(0xff, 0xd0 + ((mcu / restartInterval - 1) & 7));
      bits = new BitWriter(bytes);
      before = [0, 0, 0];
    }
    for (const component of [0, 1, 2]) {
      const [h, v] = component === 0 ? [across, down] : [1, 1];
      for (let block = 0; block < h * v; block++) {
        const x = (mcu % columns) * h + (block % h);
        const y = Math.floor(mcu / columns) * v + Math.floor(block / h);
        const level = dc(component, x, y);
        writeDc(bits, level - before[component]);
        before[component] = level;
        writeAc(bits, ac(component, x, y));
      }
    }
  }
  bits.finish();
  return bytes;
}

function writeDc(bits: BitWriter, difference: number): void {
  const size = sizeOf(difference);
  bits.write(...codeOf(size, dcCounts, dcSymbols));
  writeValue(bits, difference, size);
}

function writeAc(bits: BitWriter, coefficients: readonly (readonly [number, number])[]): void {
  let at = 1;
  for (const [run, value] of coefficients) {
    for (let zeros = run; zeros > 15; zeros -= 16) bits.write(...codeOf(0xf0, acCounts, acSymbols));
    const size = sizeOf(value);
    bits.write(...codeOf(((run & 15) << 4) | size, acCounts, acSymbols));
    writeValue(bits, value, size);
    at += run + 1;
  }
  if (at < 64) bits.write(...codeOf(0, acCounts, acSymbols));
}

/** ITU-T T.81, F.1.2.1: a negative value is written as one less. */
function writeValue(bits: BitWriter, value: number, size: number): void {
  bits.write(value < 0 ? value + 2 ** size - 1 : value, size);
}

function sizeOf(value: number): number {
  return Math.abs(value).toString(2).length - (value === 0 ? 1 : 0);
}

function codeOf(symbol: number, counts: readonly number[], symbols: readonly number[]): [number, number] {
  let code = 0;
  let at = 0;
  for (const [i, count] of counts.entries()) {
    const place = symbols.indexOf(symbol, at) - at;
    if (place >= 0 && place < count) return [code + place, i + 1];
    at += count;
    code = (code + count) * 2;
  }
  throw new RangeError(`no code for symbol ${symbol}`);
}

class BitWriter {
  readonly #bytes: number[];
  #pending = "";

  constructor(bytes: number[]) {
    this.#bytes = bytes;
  }

  write(value: number, length: number): void {
    if (length === 0) return;
    this.#pending += value.toString(2).padStart(length, "0");
    for (; this.#pending.length >= 8; this.#pending = this.#pending.slice(8)) {
      const byte = Number.parseInt(this.#pending.slice(0, 8), 2);
      this.#bytes.push(byte);
      if (byte === 0xff) this.#bytes.push(0);
    }
  }

  finish(): void {
    if (this.#pending.length > 0) this.write(2 ** (8 - this.#pending.length) - 1, 8 - this.#pending.length);
  }
}
