import type { FileBlocks } from "../metadata.ts";
import { TiffReader } from "../tiff-reader.ts";

const entryBytes = 12;
const exifDirectory = 0x8769;
const xmpTag = 0x2bc;
const iptcTag = 0x83bb;
/** Tags that say that a file has metadata already. */
const ownTags: readonly number[] = [exifDirectory, xmpTag, iptcTag];

/**
 * Bytes of the numbers in values of a field type (TIFF 6.0, section 2), whose order the file says; 1 for the others.
 */
const numberBytes: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 4, 10: 4 };

/** An entry whose values are in the order of bytes of the file that it is written to. */
interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Values, or the four bytes of an entry of the file as they are. */
  readonly bytes: Uint8Array;
}

/**
 * A TIFF of one directory, little-endian as our encoder writes it, with these metadata behind its picture: its
 * directory is rewritten there (TIFF 6.0; Exif 3.0, 4.6.3; XMP specification, part 3, 1.1.2). `undefined` for other
 * TIFFs, and for one that has metadata besides its profile.
 */
export function withTiffBlocks(tiff: Uint8Array, { exif, iptc, xmp }: FileBlocks): Uint8Array | undefined {
  const file = Buffer.from(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (file.length < 8 || file.readUInt32BE(0) !== 0x49492a00) return undefined;
  const picture = readEntries(file);
  if (!picture || picture.some(({ tag }) => ownTags.includes(tag))) return undefined;
  const [main, below] = readExif(Buffer.from(exif));
  const pads: Uint8Array[] = [new Uint8Array(file.length % 2)];
  let end = file.length + pads[0].length;
  const place = (bytes: Uint8Array) => {
    const at = end;
    pads.push(bytes, new Uint8Array(bytes.length % 2));
    end += bytes.length + (bytes.length % 2);
    return at;
  };
  const exifAt = place(directoryAt(end, below));
  const entries = [
    ...picture,
    ...main.filter(({ tag }) => tag !== exifDirectory && !picture.some((own) => own.tag === tag)),
    { tag: exifDirectory, type: 4, count: 1, bytes: number32(exifAt) },
    ...(xmp.length === 0 ? [] : [{ tag: xmpTag, type: 1, count: xmp.length, bytes: xmp }]),
    ...(iptc.length === 0 ? [] : [inLongs(iptcTag, iptc)]),
  ];
  const first = place(directoryAt(end, entries));
  if (end >= 2 ** 32) return undefined;
  const head = Buffer.from(file.subarray(0, 8));
  head.writeUInt32LE(first, 4);
  return Buffer.concat([head, file.subarray(8), ...pads]);
}

/** The entries of the first directory; `undefined` where there is another or it lies outside. */
function readEntries(file: Buffer): Entry[] | undefined {
  const reader = TiffReader.open(file);
  const directory = reader?.entriesAt(reader.first);
  if (!directory?.isWhole || directory.next !== 0) return undefined;
  return directory.entries.map(({ tag, type, count, field }) => {
    return { tag, type, count, bytes: file.subarray(field, field + 4) };
  });
}

/** Both directories of a big-endian EXIF block, converted to little-endian. */
function readExif(exif: Buffer): readonly [main: Entry[], below: Entry[]] {
  const reader = TiffReader.open(exif);
  const read = (at: number | undefined): Entry[] =>
    (reader?.entriesAt(at ?? 0)?.entries ?? []).map(({ tag, type, count, at, size }) => {
      return { tag, type, count, bytes: turned(exif.subarray(at, at + size), numberBytes[type] ?? 1) };
    });
  const main = read(reader?.first);
  const pointer = main.find(({ tag }) => tag === exifDirectory);
  return [main, pointer ? read(Buffer.from(pointer.bytes).readUInt32LE(0)) : []];
}

function turned(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  if (size === 2) return copy.swap16();
  return size === 4 ? copy.swap32() : copy;
}

/** A directory at an even offset, no other after it, and behind it the values of more than four bytes. */
function directoryAt(at: number, entries: readonly Entry[]): Buffer {
  const sorted = entries.toSorted((a, b) => a.tag - b.tag);
  const table = Buffer.alloc(2 + sorted.length * entryBytes + 4);
  table.writeUInt16LE(sorted.length);
  const values: Uint8Array[] = [];
  let next = at + table.length;
  for (const [i, { tag, type, count, bytes }] of sorted.entries()) {
    const entry = table.subarray(2 + i * entryBytes);
    entry.writeUInt16LE(tag);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(count, 4);
    if (bytes.length <= 4) {
      entry.set(bytes, 8);
      continue;
    }
    entry.writeUInt32LE(next, 8);
    values.push(bytes, new Uint8Array(bytes.length % 2));
    next += bytes.length + (bytes.length % 2);
  }
  return Buffer.concat([table, ...values]);
}

/** Bytes in a field of 32-bit numbers, which is what readers of IPTC-IIM look for; their order stays. */
function inLongs(tag: number, bytes: Uint8Array): Entry {
  const count = Math.ceil(bytes.length / 4);
  return { tag, type: 4, count, bytes: Buffer.concat([bytes, new Uint8Array(4 * count - bytes.length)]) };
}

function number32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
