import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { findEmbeddedJpegs } from "../../../src/codecs/raw/preview.ts";

const jpegOf = (width: number, height: number, progressive = false) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .jpeg({ progressive })
    .toBuffer();

describe("findEmbeddedJpegs", () => {
  test("finds baseline and progressive pictures anywhere, the largest first", async () => {
    const noise = Buffer.alloc(999, 0xa5);
    const small = await jpegOf(32, 20);
    const large = await jpegOf(120, 80, true);
    const found = findEmbeddedJpegs(Buffer.concat([noise, small, noise, large, noise]));
    expect(found).toEqual([
      { offset: 2 * noise.length + small.length, width: 120, height: 80 },
      { offset: noise.length, width: 32, height: 20 },
    ]);
  });

  test("says only what lies inside the bytes, whatever they are", async () => {
    const jpeg = await jpegOf(40, 30);
    const piece = fc.oneof(
      fc.constant(jpeg),
      fc.nat(jpeg.length).map((length) => jpeg.subarray(0, length)),
      fc.uint8Array({ maxLength: 80 }),
      fc.constant(Uint8Array.of(0xff, 0xd8, 0xff)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = Buffer.concat(pieces);
        const found = findEmbeddedJpegs(bytes);
        for (const { offset, width, height } of found) {
          expect([...bytes.subarray(offset, offset + 3)]).toEqual([0xff, 0xd8, 0xff]);
          expect(width > 0 && height > 0).toBe(true);
        }
        const areas = found.map(({ width, height }) => width * height);
        expect(areas).toEqual([...areas].sort((a, b) => b - a));
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  test("gives up on a file of beginnings alone", () => {
    const bytes = Buffer.alloc(12_000_000, Buffer.from([0xff, 0xd8, 0xff]));
    const start = performance.now();
    expect(findEmbeddedJpegs(bytes)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
