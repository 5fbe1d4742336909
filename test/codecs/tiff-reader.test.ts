import { describe, expect, it, test } from "vitest";
import { type TiffEntries, TiffReader } from "../../src/codecs/tiff-reader.ts";

interface Shape {
  readonly littleEndian: boolean;
  readonly isBig: boolean;
}

const shapes: readonly Shape[] = [true, false].flatMap((littleEndian) =>
  [true, false].map((isBig) => ({ littleEndian, isBig })),
);

/** A structure of one directory: a SHORT in its field, a text of 20 bytes behind it, and a field of no known type. */
function structure({ littleEndian, isBig }: Shape): Uint8Array {
  const [headBytes, countBytes, entryBytes, offsetBytes] = isBig ? [16, 8, 20, 8] : [8, 2, 12, 4];
  const textAt = headBytes + countBytes + 3 * entryBytes + offsetBytes;
  const view = new DataView(new ArrayBuffer(textAt + 20));
  const offset = (at: number, value: number) =>
    isBig ? view.setBigUint64(at, BigInt(value), littleEndian) : view.setUint32(at, value, littleEndian);
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, isBig ? 43 : 42, littleEndian);
  offset(isBig ? 8 : 4, headBytes);
  if (isBig) view.setBigUint64(headBytes, 3n, littleEndian);
  else view.setUint16(headBytes, 3, littleEndian);
  const entry = (i: number, tag: number, type: number, count: number) => {
    const at = headBytes + countBytes + i * entryBytes;
    view.setUint16(at, tag, littleEndian);
    view.setUint16(at + 2, type, littleEndian);
    offset(at + 4, count);
    return at + 4 + offsetBytes;
  };
  view.setUint16(entry(0, 274, 3, 1), 6, littleEndian);
  offset(entry(1, 271, 2, 20), textAt);
  entry(2, 50000, 99, 2 ** 31);
  return new Uint8Array(view.buffer);
}

function read(bytes: Uint8Array, most?: number): TiffEntries | undefined {
  const reader = TiffReader.open(bytes);
  return reader?.entriesAt(reader.first, most);
}

describe.each(shapes)("a structure (little-endian: $littleEndian, BigTIFF: $isBig)", (shape) => {
  const bytes = structure(shape);

  it("has entries with the places of their values", () => {
    const found = read(bytes);
    expect(found).toMatchObject({ isWhole: true, next: 0 });
    const [orientation, make, unknown] = found?.entries ?? [];
    expect(orientation).toMatchObject({ tag: 274, type: 3, count: 1, valueBytes: 2, size: 2, at: orientation.field });
    expect(make).toMatchObject({ tag: 271, type: 2, count: 20, size: 20, at: bytes.length - 20 });
    expect(unknown).toMatchObject({ tag: 50000, count: 2 ** 31, size: 0, at: unknown.field });
  });

  it("is cut short anywhere without an error, and says so", () => {
    for (let length = 0; length < bytes.length; length++) {
      const found = read(bytes.subarray(0, length));
      for (const { field } of found?.entries ?? []) expect(field).toBeLessThan(length);
      const end = bytes.length - 20 - (shape.isBig ? 8 : 4);
      if (found)
        expect([found.isWhole, found.next]).toEqual([length >= end, length >= bytes.length - 20 ? 0 : undefined]);
    }
  });

  it("gives no more entries than asked for", () => {
    expect(read(bytes, 2)).toMatchObject({ isWhole: false, next: 0 });
    expect(read(bytes, 2)?.entries).toHaveLength(2);
  });

  it("has no directory in its header or behind its end", () => {
    const reader = TiffReader.open(bytes);
    for (const offset of [-1, 0, 7, bytes.length - 1, bytes.length, 2 ** 40, Number.NaN])
      expect(reader?.entriesAt(offset)).toBeUndefined();
  });
});

test("a directory that says it has 65,535 entries has 1,024 at most", () => {
  const bytes = new Uint8Array(2 ** 20);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xff, 0xff]);
  expect(read(bytes)?.entries).toHaveLength(1024);
});

test.each([
  ["too short", [0x49, 0x49, 42, 0, 8, 0, 0]],
  ["of another order of bytes", [0x49, 0x4d, 42, 0, 8, 0, 0, 0]],
  ["of a JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]],
])("bytes that are %s are refused", (_what, bytes) => {
  expect(TiffReader.open(Uint8Array.from(bytes))).toBeUndefined();
});
