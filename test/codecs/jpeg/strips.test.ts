import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getEncoder } from "../../../src/codecs/index.ts";
import { cutStrips, joinStrips } from "../../../src/codecs/jpeg/strips.ts";
import type { IntegerImage } from "../../../src/image/index.ts";

/** Waves and noise, so that no strip is like another. */
function pictureOf(width: number, height: number): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  let state = 7;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    data[i] = 128 + 90 * Math.sin(i / 300) + (state >>> 27);
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const pixelsOf = (file: Uint8Array) => sharp(file).raw().toBuffer();

describe("a JPEG coded in strips", () => {
  test.each([
    [80, "4:2:0", 2100, 1001],
    [96, "4:4:4", 1999, 1007],
  ] as const)("has the pixels of one coded whole: quality %i, %s, %i × %i", async (quality, chroma, width, height) => {
    const image = pictureOf(width, height);
    const file = await getEncoder("jpeg").encode(image, { quality, bitDepth: 8, width, height });
    const raw = { width, height, channels: 3 as const };
    const options = { quality, chromaSubsampling: chroma, optimiseCoding: false };
    const whole = await sharp(image.data, { raw }).jpeg(options).toBuffer();
    expect(Buffer.from(file).includes(Buffer.of(0xff, 0xdd, 0, 4))).toBe(true);
    expect((await pixelsOf(file)).equals(await pixelsOf(whole))).toBe(true);
  });

  test("is coded whole when it is small", () => {
    expect(cutStrips(1600, 1200, 16)).toBeUndefined();
    expect(cutStrips(3_000_000, 1, 16)).toBeUndefined();
  });

  test.each([
    [6000, 4000, 16],
    [6000, 4000, 8],
    [65_500, 40, 8],
    [60, 65_500, 8],
    [30_001, 20_003, 8],
  ] as const)("has strips of whole units whose number 16 bits hold: %i × %i, units of %i", (width, height, unit) => {
    const strips = cutStrips(width, height, unit);
    if (!strips) throw new Error("expected strips");
    expect(strips.heights.reduce((sum, rows) => sum + rows, 0)).toBe(height);
    expect(strips.interval).toBeLessThanOrEqual(65_535);
    for (const rows of strips.heights.slice(0, -1))
      expect(rows).toBe((strips.interval / Math.ceil(width / unit)) * unit);
  });

  test("is refused when its strips do not belong together", async () => {
    const strip = (quality: number) =>
      sharp({ create: { width: 32, height: 16, channels: 3, background: "#806040" } })
        .jpeg({ quality })
        .toBuffer();
    const [fine, coarse] = [await strip(90), await strip(50)];
    const layout = { heights: [16, 16], interval: 2 };
    expect(await sharp(joinStrips([fine, fine], layout)).metadata()).toMatchObject({ width: 32, height: 32 });
    expect(() => joinStrips([fine, coarse], layout)).toThrow(/different tables/);
    expect(() => joinStrips([fine, fine], { heights: [16, 8], interval: 2 })).toThrow(/a different height/);
    expect(() => joinStrips([fine, fine.subarray(0, 40)], layout)).toThrow(/another structure/);
  });
});
