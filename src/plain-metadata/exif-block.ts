import { directoryOf, type ExifEntry, exifEntry, fixedEntry } from "./exif-fields.ts";

const exifDirectory = 0x8769;
const headBytes = 8;
const entryBytes = 12;

/** What Exif wants in every picture (Exif 3.0, table 20): centred chroma, version 2.32, Y Cb Cr. */
const fixedOf: Readonly<Record<string, readonly ExifEntry[]>> = {
  IFD0: [fixedEntry(0x213, 3, [0, 1])],
  ExifIFD: [fixedEntry(0x9000, 7, [...Buffer.from("0232")]), fixedEntry(0x9101, 7, [1, 2, 3, 0])],
};

/** An EXIF block with these fields, and those that have no place in it or no value that fits. */
export interface ExifBlock {
  /** A TIFF structure, big-endian, without the `Exif\0\0` of a JPEG. */
  readonly bytes: Uint8Array;
  readonly missing: readonly string[];
}

export function exifBlock(texts: readonly (readonly [tag: string, text: string])[]): ExifBlock {
  const missing: string[] = [];
  const byDirectory: Record<string, ExifEntry[]> = { IFD0: [...fixedOf["IFD0"]], ExifIFD: [...fixedOf["ExifIFD"]] };
  for (const [tag, text] of texts) {
    const entry = exifEntry(tag, text);
    if (entry) byDirectory[directoryOf(tag)].push(entry);
    else missing.push(tag);
  }
  const { IFD0, ExifIFD } = byDirectory;
  const pointer = (offset: number): ExifEntry => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(offset);
    return { number: exifDirectory, type: 4, count: 1, bytes };
  };
  const exifAt = headBytes + directoryBytes([...IFD0, pointer(0)], 0).length;
  const head = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, headBytes]);
  const bytes = Buffer.concat([
    head,
    directoryBytes([...IFD0, pointer(exifAt)], headBytes),
    directoryBytes(ExifIFD, exifAt),
  ]);
  return { bytes, missing };
}

/**
 * A directory at an offset: its entries by number, no directory after it, and the values that do not fit in four bytes.
 */
function directoryBytes(entries: readonly ExifEntry[], at: number): Buffer {
  const sorted = [...entries].sort((a, b) => a.number - b.number);
  const table = Buffer.alloc(2 + sorted.length * entryBytes + 4);
  table.writeUInt16BE(sorted.length);
  const values: Uint8Array[] = [];
  let next = at + table.length;
  for (const [i, { number, type, count, bytes }] of sorted.entries()) {
    const entry = table.subarray(2 + i * entryBytes);
    entry.writeUInt16BE(number);
    entry.writeUInt16BE(type, 2);
    entry.writeUInt32BE(count, 4);
    if (bytes.length <= 4) {
      entry.set(bytes, 8);
      continue;
    }
    entry.writeUInt32BE(next, 8);
    const padded = bytes.length + (bytes.length % 2);
    values.push(bytes, new Uint8Array(padded - bytes.length));
    next += padded;
  }
  return Buffer.concat([table, ...values]);
}
