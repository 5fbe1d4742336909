import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readTiffDirectories } from "../../../src/codecs/tiff/index.ts";
import { attempt } from "../../support/damage.ts";
import { seededRandom } from "../../support/random.ts";

const offsets = { strips: 273, tiles: 324 } as const;
const [width, height] = [256, 512];

/** A grained picture, or a flat one. */
function samples(isFlat = false): Uint8Array {
  const random = seededRandom(3);
  return Uint8Array.from({ length: width * height * 3 }, (_, i) =>
    isFlat ? 200 : 90 + 60 * Math.sin(i / 700) + 40 * random(),
  );
}

function tiled(compression: "none" | "lzw" | "jpeg", isFlat = false): Promise<Buffer> {
  return sharp(samples(isFlat), { raw: { width, height, channels: 3 } })
    .tiff({ compression, predictor: "none", tile: true, tileWidth: 64, tileHeight: 64 })
    .toBuffer();
}

/** Uncompressed, in strips of 64 rows, which libvips does not write. */
function inStrips(isFlat = false): Buffer {
  const rows = 64;
  const stripBytes = width * rows * 3;
  const count = height / rows;
  const values = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
  const strips = Array.from({ length: count }, (_, i) => 8 + i * stripBytes);
  const extra = 8 + count * stripBytes;
  const directory = extra + count * 8;
  const entries = [
    [256, 1, width],
    [257, 1, height],
    [258, 1, 8],
    [259, 1, 1],
    [262, 1, 2],
    [273, count, extra],
    [277, 1, 3],
    [278, 1, rows],
    [279, count, extra + count * 4],
  ].map(([tag, length, value]) => Buffer.concat([values(tag | (4 << 16)), values(length, value)]));
  return Buffer.concat([
    Buffer.from("II*\0", "latin1"),
    values(directory),
    samples(isFlat),
    values(...strips),
    values(...strips.map(() => stripBytes)),
    Buffer.from([entries.length, 0]),
    ...entries,
    values(0),
  ]);
}

/** The file with the offset of its third strip or tile set to that of the second and some bytes. */
function moved(file: Buffer, kind: keyof typeof offsets, bytes: number): Uint8Array {
  const copy = Buffer.from(file);
  const [directory] = readTiffDirectories(copy);
  const [, second, third] = directory.numbers(offsets[kind]);
  const mark = Buffer.alloc(8);
  mark.writeUInt32LE(second, 0);
  mark.writeUInt32LE(third, 4);
  const at = copy.indexOf(mark);
  expect(at).toBeGreaterThan(0);
  copy.writeUInt32LE(second + bytes, at + 4);
  return new Uint8Array(copy);
}

describe("a TIFF whose", () => {
  test.each([
    ["strips", 0, async () => inStrips()],
    ["strips", 300, async () => inStrips()],
    ["tiles", 0, () => tiled("none")],
    ["tiles", 64, () => tiled("none")],
    ["tiles", 0, () => tiled("lzw")],
    ["tiles", 0, () => tiled("jpeg")],
  ] as const)("%s overlap by all but %i bytes is warned of, and the sound one is not", async (kind, bytes, make) => {
    const sound = await make();
    expect((await attempt(new Uint8Array(sound))).warnings).toEqual([]);
    expect((await attempt(moved(sound, kind, bytes))).warnings).toEqual(["decode/damaged"]);
  });

  test.each([
    ["strips", async () => inStrips(true)],
    ["tiles", () => tiled("none", true)],
    ["tiles", () => tiled("lzw", true)],
  ] as const)("flat %s are stored once is sound", async (kind, make) => {
    expect((await attempt(moved(await make(), kind, 0))).warnings).toEqual([]);
  });
});
