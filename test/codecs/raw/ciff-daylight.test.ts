import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type LibRawMetadata, readRaw } from "../../../src/codecs/libraw/module.ts";
import { withCiffDaylight } from "../../../src/codecs/raw/file-facts.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

type Record = readonly [tag: number, bytes: Uint8Array];

/** A CIFF heap: the records' bytes, their directory, and its offset. */
function heap(records: readonly Record[]): Buffer {
  const directory = Buffer.alloc(2 + records.length * 10);
  directory.writeUInt16LE(records.length, 0);
  let at = 0;
  for (const [i, [tag, bytes]] of records.entries()) {
    directory.writeUInt16LE(tag, 2 + i * 10);
    directory.writeUInt32LE(bytes.length, 4 + i * 10);
    directory.writeUInt32LE(at, 8 + i * 10);
    at += bytes.length;
  }
  const end = Buffer.alloc(4);
  end.writeUInt32LE(at);
  return Buffer.concat([...records.map(([, bytes]) => bytes), directory, end]);
}

function ciff(colorInfo: Uint8Array): Buffer {
  const header = Buffer.alloc(26);
  header.write("II\x1a\0\0\0HEAPCCDR", "latin1");
  const exif = heap([
    [0x102a, new Uint8Array(50)],
    [0x0032, colorInfo],
  ]);
  return Buffer.concat([
    header,
    heap([
      [0x2005, new Uint8Array(99)],
      [0x300a, heap([[0x300b, exif]])],
    ]),
  ]);
}

function colorInfo(...responses: number[]): Buffer {
  const bytes = Buffer.alloc(768);
  for (const [i, value] of responses.entries()) bytes.writeUInt16LE(value, 4 + 2 * i);
  return bytes;
}

const metadataOf = (model: string) =>
  ({
    normalized_model: model,
    color_data: { pre_mul: [1, 1, 1, 0], cam_mul: [-1, 1, 2, 0] },
  }) as unknown as LibRawMetadata;

describe("the daylight of an EOS D30", () => {
  test("is that of the file, in a whole file and in one read by parts", () => {
    const bytes = ciff(colorInfo(544, 1019, 1028, 855));
    const parts = {
      length: bytes.length,
      readInto: (target: Uint8Array, offset: number) => target.set(bytes.subarray(offset, offset + target.length)),
    };
    for (const file of [bytes, parts]) {
      const { pre_mul, cam_mul } = withCiffDaylight(metadataOf("EOS D30"), file).color_data;
      expect(pre_mul).toEqual([1024 / 544, 2048 / 2047, 1024 / 855, 0]);
      expect(cam_mul).toEqual([-1, 1, 2, 0]);
    }
  });

  test("stays LibRaw's in files of other cameras, with another table, a response of nothing, or cut anywhere", () => {
    const bytes = ciff(colorInfo(544, 1019, 1028, 855));
    const kept = [1, 1, 1, 0];
    expect(withCiffDaylight(metadataOf("EOS D60"), bytes).color_data.pre_mul).toEqual(kept);
    for (const other of [ciff(colorInfo(0, 1019, 1028, 855)), ciff(new Uint8Array(767))])
      expect(withCiffDaylight(metadataOf("EOS D30"), other).color_data.pre_mul).toEqual(kept);
    for (let length = 0; length < bytes.length; length += 7)
      expect(withCiffDaylight(metadataOf("EOS D30"), bytes.subarray(0, length)).color_data.pre_mul).toEqual(kept);
  });

  test("stays LibRaw's where an offset or a count leads out of the file", () => {
    const sound = ciff(colorInfo(544, 1019, 1028, 855));
    for (let at = 2; at < sound.length; at += 1) {
      const bytes = Uint8Array.from(sound);
      bytes.fill(0xff, at, at + 4);
      expect(() => withCiffDaylight(metadataOf("EOS D30"), bytes)).not.toThrow();
    }
  });

  test.skipIf(!hasPhotographs("raw/crw/RAW_CANON_D30_SRGB.CRW"))("of a real file is the maker's", () => {
    const bytes = readFileSync(sharedFixture("raw/crw/RAW_CANON_D30_SRGB.CRW"));
    const metadata = readRaw(bytes, (file) => file.metadata());
    const [red, green, blue] = withCiffDaylight(metadata, bytes).color_data.pre_mul;
    expect([red / green, blue / green].map((ratio) => Math.round(ratio * 1000) / 1000)).toEqual([1.881, 1.197]);
  });
});
