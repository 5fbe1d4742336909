/** One entry of a directory (TIFF 6.0, section 2) as it stands in a file. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
  /** Where the bytes begin, from the start of the block. */
  readonly at: number;
}

export interface TiffDirectory {
  readonly entries: readonly TiffEntry[];
  /** Where the next directory begins; 0 where none does. */
  readonly next: number;
}

/** Numbers of a block in its order of bytes. */
export interface TiffNumbers {
  u16(bytes: Buffer, at: number): number;
  u32(bytes: Buffer, at: number): number;
}

export const littleEndian: TiffNumbers = {
  u16: (bytes, at) => bytes.readUInt16LE(at),
  u32: (bytes, at) => bytes.readUInt32LE(at),
};
export const bigEndian: TiffNumbers = {
  u16: (bytes, at) => bytes.readUInt16BE(at),
  u32: (bytes, at) => bytes.readUInt32BE(at),
};

const mostEntries = 100;
/** Bytes of a value by field type (TIFF 6.0, section 2). */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };

/** A directory of a block; `undefined` where a tag stands twice or a value reaches outside. */
export function directoryAt(block: Buffer, at: number, numbers: TiffNumbers): TiffDirectory | undefined {
  if (at < 8 || at + 2 > block.length) return undefined;
  const count = numbers.u16(block, at);
  const end = at + 2 + count * 12;
  if (count > mostEntries || end + 4 > block.length) return undefined;
  const entries: TiffEntry[] = [];
  for (let own = at + 2; own < end; own += 12) {
    const [tag, type, values] = [numbers.u16(block, own), numbers.u16(block, own + 2), numbers.u32(block, own + 4)];
    const length = (sizes[type] ?? Number.NaN) * values;
    const from = length <= 4 ? own + 8 : numbers.u32(block, own + 8);
    if (!(from + length <= block.length) || entries.some((other) => other.tag === tag)) return undefined;
    entries.push({ tag, type, count: values, bytes: block.subarray(from, from + length), at: from });
  }
  return { entries, next: numbers.u32(block, end) };
}
