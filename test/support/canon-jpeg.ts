import { headCarrier } from "../../src/codecs/index.ts";

/** Records of Canon's notes by tag: their bytes are written unchanged, as type 7. */
export type CanonRecords = Readonly<Record<number, Buffer>>;

type Value = readonly [tag: number, type: number, count: number, bytes: Buffer];

/** Head of a JPEG with EXIF as written by a Canon body, little-endian; the notes end with their offset. */
export function canonJpeg(model: string, records: CanonRecords): Buffer {
  const main = [ascii(271, "Canon"), ascii(272, model), shortOf(274, 1)];
  const camera = [
    fraction(33434, 1, 60),
    fraction(33437, 8, 1),
    shortOf(34855, 400),
    ascii(36867, "2026:05:01 12:30:15"),
    fraction(37380, -1, 3, 10),
    shortOf(37385, 16),
    fraction(37386, 17, 1),
    fraction(41486, 5_472_000, 1435),
    fraction(41487, 3_648_000, 956),
    shortOf(41488, 2),
    ascii(42033, "012345678901"),
    [42034, 5, 4, Buffer.concat([17, 40, 0, 0].map((n) => longs(n, n === 0 ? 0 : 1)))] as const,
    ascii(42036, "EF17-40mm f/4L USM"),
    ascii(42037, "0000000000"),
  ];
  const tiff = withNotes(main, camera, records);
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]);
  const carrier = headCarrier();
  return Buffer.concat([carrier.subarray(0, 2), head, exif, carrier.subarray(2)]);
}

/** 16-bit numbers, preceded by the total length. */
export function sizedShorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length + 2);
  bytes.writeUInt16LE(bytes.length, 0);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, 2 * i + 2);
  return bytes;
}

/** 32-bit numbers, preceded by the total length. */
export function sizedLongs(values: readonly number[]): Buffer {
  const bytes = longs(0, ...values);
  bytes.writeUInt32LE(bytes.length, 0);
  return bytes;
}

/** One group of custom functions, each a number and its values. */
export function customFunctions(functions: readonly (readonly [tag: number, ...values: number[]])[]): Buffer {
  const body = Buffer.concat(functions.map(([tag, ...values]) => longs(tag, values.length, ...values)));
  const bytes = Buffer.concat([longs(0, 1), longs(1, body.length + 8, functions.length), body]);
  bytes.writeUInt16LE(bytes.length, 0);
  return bytes;
}

function withNotes(main: readonly Value[], camera: readonly Value[], records: CanonRecords): Buffer {
  const own = Object.entries(records).map(([tag, bytes]): Value => [Number(tag), 7, bytes.length, bytes]);
  // Built twice: first for the lengths, then for the offsets.
  const build = (cameraAt: number, notesAt: number, notesLength: number) => {
    const first = directory([...main, [34665, 4, 1, longs(cameraAt)]], 8);
    const second = directory([...camera, [37500, 7, notesLength, longs(notesAt)]], 8 + first.length);
    const at = 8 + first.length + second.length;
    return { first, second, at, notes: Buffer.concat([directory(own, at), Buffer.from("II*\0"), longs(at)]) };
  };
  const { first, at, notes } = build(0, 0, 8);
  const placed = build(8 + first.length, at, notes.length);
  return Buffer.concat([Buffer.from("II*\0\x08\0\0\0", "latin1"), placed.first, placed.second, notes]);
}

/** Entries, then their values; one of a type 7 whose bytes are four is a pointer. */
function directory(values: readonly Value[], at: number): Buffer {
  const sorted = values.toSorted(([a], [b]) => a - b);
  const head = Buffer.alloc(2 + 12 * sorted.length + 4);
  head.writeUInt16LE(sorted.length, 0);
  const bodies: Buffer[] = [];
  let next = at + head.length;
  for (const [i, [tag, type, count, bytes]] of sorted.entries()) {
    const entry = 2 + 12 * i;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(count, entry + 4);
    if (bytes.length <= 4) bytes.copy(head, entry + 8);
    else {
      head.writeUInt32LE(next, entry + 8);
      bodies.push(bytes);
      next += bytes.length;
    }
  }
  return Buffer.concat([head, ...bodies]);
}

function ascii(tag: number, text: string): Value {
  return [tag, 2, text.length + 1, Buffer.from(`${text}\0`, "latin1")];
}

function shortOf(tag: number, value: number): Value {
  return [tag, 3, 1, Buffer.from([value & 255, value >> 8])];
}

function fraction(tag: number, top: number, bottom: number, type = 5): Value {
  return [tag, type, 1, longs(top, bottom)];
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
}
