import { EngineError } from "../../errors/index.ts";

/** Header of a codestream. */
export interface JxlHeader {
  /** Upright. */
  readonly width: number;
  readonly height: number;
  /** Bits per sample; 32 and 16 for floating point. */
  readonly bitDepth: number;
  readonly isFloat: boolean;
  /** Number of extra channels: alpha, depth and others. */
  readonly extraChannels: number;
}

/** Reads bits, the lowest of each byte first (ISO/IEC 18181-1, annex B). */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new EngineError("input/corrupt", "decode: the JPEG XL ends within its headers");
      value += ((byte >> (this.#at & 7)) & 1) * 2 ** i;
    }
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** Reads a U32: two bits select a base and the number of further bits, which are added to it. */
  choose(choices: readonly (readonly [base: number, bits: number])[]): number {
    const [base, bits] = choices[this.read(2)];
    return base + this.read(bits);
  }
}

/** Aspect ratios of pictures that only state their height. */
const ratios = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2] as const;

const sizes = [9, 13, 18, 30].map((bits) => [1, bits] as const);
const previewSizes = [
  [1, 6],
  [65, 8],
  [321, 10],
  [1345, 12],
] as const;
const previewEighths = [
  [16, 0],
  [32, 0],
  [1, 5],
  [33, 9],
] as const;

/** Reads a SizeHeader or PreviewHeader, which differ in their units. */
function readSize(bits: Bits, eighth: () => number, whole: () => number) {
  const isEighth = bits.flag();
  const side = () => (isEighth ? 8 * eighth() : whole());
  const height = side();
  const ratio = ratios[bits.read(3)];
  return { height, width: ratio === 0 ? side() : Math.floor(height * ratio) };
}

function readPictureSize(bits: Bits) {
  return readSize(
    bits,
    () => 1 + bits.read(5),
    () => bits.choose(sizes),
  );
}

/** Reads the header. Throws `input/corrupt` if it is truncated. */
export function readJxlHeader(codestream: Uint8Array): JxlHeader {
  const bits = new Bits(codestream.subarray(2));
  const { width, height } = readPictureSize(bits);
  if (bits.flag()) return { width, height, bitDepth: 8, isFloat: false, extraChannels: 0 };
  const orientation = bits.flag() ? readExtraFields(bits) : 1;
  const upright = orientation > 4 ? { width: height, height: width } : { width, height };
  return { ...upright, ...readSamples(bits) };
}

/** Returns the EXIF orientation and skips the fields after it. */
function readExtraFields(bits: Bits): number {
  const orientation = 1 + bits.read(3);
  if (bits.flag()) readPictureSize(bits);
  if (bits.flag()) {
    readSize(
      bits,
      () => bits.choose(previewEighths),
      () => bits.choose(previewSizes),
    );
  }
  if (bits.flag()) skipAnimation(bits);
  return orientation;
}

/** Skips ticks per second, loops and time codes. */
function skipAnimation(bits: Bits): void {
  bits.choose([
    [100, 0],
    [1000, 0],
    [1, 10],
    [1, 30],
  ]);
  bits.choose([
    [1, 0],
    [1001, 0],
    [1, 8],
    [1, 10],
  ]);
  bits.choose([
    [0, 0],
    [0, 3],
    [0, 16],
    [0, 32],
  ]);
  bits.flag();
}

function readSamples(bits: Bits) {
  const isFloat = bits.flag();
  const depths = isFloat ? ([32, 16, 24] as const) : ([8, 10, 12] as const);
  const bitDepth = bits.choose([...depths.map((depth) => [depth, 0] as const), [1, 6]]);
  if (isFloat) bits.read(4);
  bits.flag();
  const extraChannels = bits.choose([
    [0, 0],
    [1, 0],
    [2, 4],
    [1, 12],
  ]);
  return { bitDepth, isFloat, extraChannels };
}
