import type { FileBlocks } from "../metadata/index.ts";

const entryBytes = 12;
const exifDirectory = 0x8769;
const xmpTag = 0x2bc;
const iptcTag = 0x83bb;
/** Tags that say that a file has metadata already. */
const ownTags: readonly number[] = [exifDirectory, xmpTag, iptcTag];

/** Bytes of one value by field type (TIFF 6.0, section 2), and of the numbers in it, whose order the file says. */
const sizes: Readonly<Record<number, readonly [value: number, number: number]>> = {
  1: [1, 1],
  2: [1, 1],
  3: [2, 2],
  4: [4, 4],
  5: [8, 4],
  7: [1, 1],
  10: [8, 4],
};

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
 * directory is written anew there (TIFF 6.0; Exif 3.0, 4.6.3; XMP specification, part 3, 1.1.2). `undefined` for other
 * TIFFs, and for one that has metadata beside its profile.
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
  const at = file.readUInt32LE(4);
  if (at + 2 > file.length) return undefined;
  const count = file.readUInt16LE(at);
  const end = at + 2 + count * entryBytes;
  if (end + 4 > file.length || file.readUInt32LE(end) !== 0) return undefined;
  return Array.from({ length: count }, (_, i) => {
    const entry = file.subarray(at + 2 + i * entryBytes, at + 2 + (i + 1) * entryBytes);
    return {
      tag: entry.readUInt16LE(0),
      type: entry.readUInt16LE(2),
      count: entry.readUInt32LE(4),
      bytes: entry.subarray(8),
    };
  });
}

/** Both directories of a big-endian EXIF block, turned round. */
function readExif(exif: Buffer): readonly [main: Entry[], below: Entry[]] {
  const read = (at: number): Entry[] =>
    Array.from({ length: exif.readUInt16BE(at) }, (_, i) => {
      const entry = exif.subarray(at + 2 + i * entryBytes);
      const [tag, type, count] = [entry.readUInt16BE(0), entry.readUInt16BE(2), entry.readUInt32BE(4)];
      const [valueBytes, numberBytes] = sizes[type];
      const length = count * valueBytes;
      const from = length <= 4 ? entry.subarray(8) : exif.subarray(entry.readUInt32BE(8));
      return { tag, type, count, bytes: turned(from.subarray(0, length), numberBytes) };
    });
  const main = read(exif.readUInt32BE(4));
  const pointer = main.find(({ tag }) => tag === exifDirectory);
  return [main, pointer ? read(Buffer.from(pointer.bytes).readUInt32LE(0)) : []];
}

function turned(bytes: Uint8Array, numberBytes: number): Uint8Array {
  const copy = Buffer.from(bytes);
  if (numberBytes === 2) return copy.swap16();
  return numberBytes === 4 ? copy.swap32() : copy;
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
