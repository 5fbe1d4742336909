import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { encodeCr2 } from "../../../fixtures/raw/canon.ts";
import { writeSonyLossless } from "../../../fixtures/raw/sony.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import type { EngineError } from "../../../src/errors/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import type { KernelArgs, KernelRunner } from "../../../src/kernels/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { sharedFixtures } from "../../support/shared-fixtures.ts";

/** What the codec gives: with the kernel, and by LibRaw alone. */
async function decodeBoth(bytes: Uint8Array) {
  let unpacked: readonly number[] | undefined;
  const own = await decodeWith(bytes, (sound) => {
    unpacked = [...sound];
  });
  // Where the kernel finds no piece sound, LibRaw has the word.
  const byLibRaw = await decodeWith(bytes, (sound) => sound.fill(0));
  return { own, byLibRaw, unpacked };
}

/** `see` is shown how sound the kernel found each piece, and may change it. */
async function decodeWith(bytes: Uint8Array, see: (sound: Uint8Array) => void) {
  const { kernels } = testContext();
  const run: KernelRunner["run"] = async (name, args, rows, bandRows) => {
    await kernels.run(name, args, rows, bandRows);
    if (name === "unpackLossless") see((args as KernelArgs["unpackLossless"]).sound);
  };
  const warnings: string[] = [];
  const warn = (code: string) => warnings.push(code);
  const request = { memory: new PixelPool(0), kernels: { ...kernels, run }, maxPixels: 1e8, warn };
  const decoded = await rawCodec.decode(bytes, request);
  if (decoded.kind !== "mosaic") throw new Error("expected a mosaic");
  const { data, ...facts } = decoded.mosaic;
  return { facts, samples: Buffer.from(data.buffer, data.byteOffset, data.byteLength), warnings };
}

const random = seededRandom(11);
const values = Array.from({ length: 100 * 80 }, () => 600 + Math.floor(random() * 9000));
const dng: DngFile = {
  width: 100,
  height: 80,
  bits: 14,
  pattern: { columns: 2, rows: 2, colors: [0, 1, 1, 2] },
  sample: (x, y) => values[(y % 80) * 100 + (x % 100)],
  coding: "lossless-jpeg",
  white: 16_383,
  asShotNeutral: [1, 1, 1],
  colorMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
};
const { pattern: _, ...threeColours } = dng;
const tile = { width: 32, height: 48 };
const linearization = Array.from({ length: 12_000 }, (_, i) => Math.floor(Math.sqrt(i) * 100));

describe("the frame of lossless JPEGs", () => {
  test.each<[string, Uint8Array, readonly number[]]>([
    ["in one piece", encodeDngFile(dng), [1]],
    ["in tiles over the edges", encodeDngFile({ ...dng, tile }), Array(8).fill(1)],
    ["that mean others", encodeDngFile({ ...dng, tile, linearization, white: 10_954 }), Array(8).fill(1)],
    ["in the other order of bytes", encodeDngFile({ ...dng, tile, bigEndian: true }), Array(8).fill(1)],
    ["with masked borders", encodeDngFile({ ...dng, tile, activeArea: [8, 10, 76, 96] }), Array(8).fill(1)],
    ["of Sony's, in cells", writeSonyLossless(150, 100).bytes, Array(6).fill(1)],
    ["of a CR2, in slices", encodeCr2({ width: 200, height: 120, slices: [2, 64, 72] }), [1]],
  ])("%s is LibRaw's", async (_, bytes, sound) => {
    const { own, byLibRaw, unpacked } = await decodeBoth(bytes);
    expect(unpacked).toEqual(sound);
    expect(own.samples.equals(byLibRaw.samples)).toBe(true);
    expect(own).toEqual(byLibRaw);
  });

  test.each([
    ["in the midst of a tile", 60, [0xff, 0xc4]],
    ["a few bits", 60, [0x13, 0x55, 0x5a]],
  ])("with damage, %s, is left to LibRaw", async (_, at, damage) => {
    const bytes = encodeDngFile({ ...dng, tile }).slice();
    const scan = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xda]));
    bytes.set(damage, scan + at);
    const { own, byLibRaw, unpacked } = await decodeBoth(bytes);
    expect(unpacked?.filter((sound) => sound === 0)).toHaveLength(1);
    expect(own.warnings).toContain("decode/damaged");
    expect(own).toEqual(byLibRaw);
  });

  test.each<[string, DngFile]>([
    ["tiles wider than the frame", { ...dng, tile: { width: 128, height: 48 } }],
    ["three colours", { ...threeColours, tile: { width: 48, height: 40 } }],
  ])("of %s is left to LibRaw", async (_name, file) => {
    const { own, byLibRaw, unpacked } = await decodeBoth(encodeDngFile(file));
    expect(unpacked).toBeUndefined();
    expect(own).toEqual(byLibRaw);
  });

  test.each([
    ["slices without a width", encodeCr2({ width: 200, height: 120, slices: [3, 0, 200] })],
    ["slices that leave something out", encodeCr2({ width: 200, height: 120, slices: [2, 64, 70] })],
    ["more rows than a JPEG has", withTileLength(encodeDngFile({ ...dng, tile }), 2 ** 31 + 48)],
  ])("of %s is LibRaw's to read or to refuse", async (_, bytes) => {
    const outcome = (own: boolean) =>
      decodeWith(bytes, (sound) => own || sound.fill(0)).catch((thrown: EngineError) => thrown.code);
    expect(await outcome(true)).toEqual(await outcome(false));
    expect(await outcome(true)).not.toBe("internal");
  });

  test("is not unpacked once the caller gave up", async () => {
    const memory = new PixelPool(0);
    const kernels = { ...testContext().kernels, run: () => Promise.reject(new Error("gave up")) };
    const request = { memory, kernels, maxPixels: 1e6, warn: () => undefined };
    await expect(rawCodec.decode(encodeDngFile({ ...dng, tile }), request)).rejects.toThrow("gave up");
    expect(memory.leasedViews).toBe(0);
  });
});

/** Of a little-endian DNG of tiles. */
function withTileLength(bytes: Uint8Array, rows: number): Uint8Array {
  const entry = Buffer.from(bytes).indexOf(Buffer.from([323 & 255, 323 >> 8, 4, 0, 1, 0, 0, 0]));
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(entry + 8, rows, true);
  return bytes;
}

const real = [...sharedFixtures("raw/cr2"), ...sharedFixtures("brackets/raw_d5000")].map((path) => [
  basename(path),
  path,
]);

describe.skipIf(real.length === 0)("the frames of real cameras", () => {
  test.each(real)("%s: LibRaw's", async (_, path) => {
    const { own, byLibRaw, unpacked } = await decodeBoth(readFileSync(path));
    expect(unpacked?.every((sound) => sound === 1)).toBe(true);
    expect(own.samples.equals(byLibRaw.samples)).toBe(true);
    expect(own.facts).toEqual(byLibRaw.facts);
    expect(own.warnings).toEqual(byLibRaw.warnings);
  });
});
