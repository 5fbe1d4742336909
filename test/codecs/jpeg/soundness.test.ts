import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { isScanDamaged, jpegCodec } from "../../../src/codecs/jpeg/index.ts";
import { decodeEighth } from "../../../src/codecs/jpeg/jpeg.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { selectKernels } from "../../../src/kernels/index.ts";
import { testContext } from "../../support/context.ts";
import { buildSmallJpeg } from "../../support/small-jpeg.ts";

/** Where the last scan's head stands: its marker. */
function scanOf(jpeg: Buffer): number {
  return jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
}

describe.each([false, true])("a JPEG (progressive: %s)", async (progressive) => {
  const noise = { create: { width: 64, height: 48, channels: 3 as const, background: "#345" } };
  const sound = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: "gaussian", mean: 128, sigma: 40 } },
  })
    .jpeg({ progressive, quality: 95 })
    .toBuffer();

  test("is sound as it was written", () => {
    expect(isScanDamaged(sound)).toBe(false);
  });

  test("is damaged where its last scan ends early", () => {
    const cut = Buffer.concat([sound.subarray(0, scanOf(sound) + 30), Buffer.from([0xff, 0xd9])]);
    expect(isScanDamaged(cut)).toBe(true);
  });

  test("of a scan without components is left to the decoder", () => {
    const odd = Buffer.from(sound);
    odd.fill(0, scanOf(odd) + 4, scanOf(odd) + 8);
    expect(isScanDamaged(odd)).toBe(false);
  });
});

describe("a JPEG that ends where its picture does", () => {
  const shape = { width: 40, height: 24, across: 1, down: 1 } as const;
  const { jpegDc } = selectKernels();
  if (!jpegDc) throw new Error("expected kernels that decode");
  /** As the readable check and the decoder of small copies, which takes sound files alone, see it. */
  const isDamaged = (jpeg: Uint8Array) => [isScanDamaged(jpeg), decodeEighth(jpeg, jpegDc) === undefined];
  const withLevel = (component: number, level: number) =>
    buildSmallJpeg({ ...shape, dc: (at, x, y) => (at === component && x === 3 && y === 1 ? level : 0) });

  test.each([
    [0, 127, false],
    [0, -128, false],
    [0, 127 + 31, false],
    [0, 170, true],
    [0, -170, true],
    [1, 170, true],
    [2, -170, true],
    [2, 128, false],
  ])("is damaged where a block is far beyond white or black: component %i at %i", (component, level, expected) => {
    expect(isDamaged(withLevel(component, level))).toEqual([expected, expected]);
  });

  test("is damaged where the last byte is not filled with ones, or zeros", () => {
    const jpeg = withLevel(0, 3);
    const last = jpeg.length - 3;
    // Forty-five blocks of six bits, and two bits each for the way to the level and back: six bits are left.
    const ending = (bits: number) => Uint8Array.from(jpeg, (byte, i) => (i === last ? (byte & ~63) | bits : byte));
    expect(ending(63)).toEqual(jpeg);
    expect([63, 0, 1, 62].map((bits) => isDamaged(ending(bits)))).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  test("is damaged where garbage stands before a restart marker in the same byte", () => {
    const jpeg = buildSmallJpeg({ ...shape, restartInterval: 1, dc: () => 1 });
    const marker = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xd0);
    expect(isDamaged(jpeg)).toEqual([false, false]);
    expect(isDamaged(Uint8Array.from(jpeg, (byte, i) => (i === marker - 1 ? byte ^ 1 : byte)))).toEqual([true, true]);
  });

  test.each([
    [127, false],
    [-170, true],
    [600, true],
  ])("is warned of where a pattern in a block is stronger than black and white are: %i", async (value, expected) => {
    const ac = (_: number, x: number, y: number) => (x === 2 && y === 1 ? ([[3, value]] as const) : []);
    const jpeg = buildSmallJpeg({ ...shape, dc: () => 0, ac });
    expect(isScanDamaged(jpeg)).toBe(expected);
    const warnings: string[] = [];
    const { kernels } = testContext();
    const request = { memory: new PixelPool(0), maxPixels: 1e6, kernels, warn: (code: string) => warnings.push(code) };
    await jpegCodec.decode(jpeg, request);
    expect(warnings).toEqual(expected ? ["decode/damaged"] : []);
  });
});
