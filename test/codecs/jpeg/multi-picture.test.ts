import { expect, test } from "vitest";
import { countFurtherPictures } from "../../../src/codecs/jpeg/jpeg.ts";

/** A JPEG's first bytes with a multi-picture index of these image types (CIPA DC-007). */
function jpegWithIndex(types: readonly number[], littleEndian: boolean): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(38 + types.length * 16));
  tiff.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  tiff.setUint16(2, 42, littleEndian);
  tiff.setUint32(4, 8, littleEndian);
  tiff.setUint16(8, 2, littleEndian);
  const field = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(at, tag, littleEndian);
    tiff.setUint16(at + 2, type, littleEndian);
    tiff.setUint32(at + 4, count, littleEndian);
    tiff.setUint32(at + 8, value, littleEndian);
  };
  field(10, 0xb001, 4, 1, types.length);
  field(22, 0xb002, 7, types.length * 16, 38);
  types.forEach((type, i) => {
    tiff.setUint32(38 + i * 16, type, littleEndian);
  });
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe2, 0, 0, 0x4d, 0x50, 0x46, 0]);
  head.writeUInt16BE(6 + tiff.byteLength, 4);
  return Buffer.concat([head, new Uint8Array(tiff.buffer), Buffer.from([0xff, 0xda, 0, 8])]);
}

const PRIMARY = 0x2003_0000;
const LARGE_THUMBNAIL = 0x0001_0001;
const UNDEFINED = 0;
const PANORAMA = 0x0002_0001;

test.each([true, false])("further pictures are counted, previews are not (little-endian: %s)", (littleEndian) => {
  const count = (...types: number[]) => countFurtherPictures(jpegWithIndex(types, littleEndian));
  expect(count(PRIMARY)).toBe(0);
  expect(count(PRIMARY, LARGE_THUMBNAIL, LARGE_THUMBNAIL)).toBe(0);
  expect(count(PRIMARY, LARGE_THUMBNAIL, UNDEFINED)).toBe(1);
  expect(count(PRIMARY, PANORAMA, UNDEFINED)).toBe(2);
});

test("an index cut short anywhere counts nothing or less", () => {
  const whole = jpegWithIndex([PRIMARY, UNDEFINED, UNDEFINED], true);
  for (let length = 0; length < whole.length; length++) {
    expect(countFurtherPictures(whole.subarray(0, length))).toBeLessThanOrEqual(2);
  }
});

test("a segment of length zero does not hold the search up", () => {
  expect(countFurtherPictures(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]))).toBe(0);
});
