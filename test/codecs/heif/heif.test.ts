import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { decode } from "../../support/decode.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

const width = 48;
const height = 32;

function sample(name: string): Buffer {
  return readFileSync(new URL(`../../../fixtures/standard/${name}`, import.meta.url));
}

/** Largest difference to the gradient that the samples show, in units of full scale. */
function worstDifference(image: IntegerImage): number {
  const max = image.data instanceof Uint8Array ? 255 : 65_535;
  let worst = 0;
  for (let i = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const expected of [(x + 1) / (width + 1), (y + 1) / (height + 1), 0.5]) {
        worst = Math.max(worst, Math.abs(image.data[i++] / max - expected));
      }
    }
  }
  return worst;
}

describe("HEIC", () => {
  test.each([
    ["gradient-8bit.heic", 8],
    ["gradient-10bit.heic", 10],
  ])("%s decodes with its %i bits", async (name, bitDepth) => {
    const bytes = sample(name);
    const { image, facts, warnings } = await decode(bytes);
    expect(image).toMatchObject({ width, height, channels: 3, space: "srgb" });
    expect(image.data instanceof Uint16Array).toBe(bitDepth > 8);
    expect(worstDifference(image)).toBeLessThan(0.03);
    expect(facts).toEqual({ format: "heif", sourceBitDepth: bitDepth, sourceColorSpace: "sRGB", source: "image" });
    expect(await getCodec(bytes).probe(bytes)).toEqual({ width, height, bitDepth, colorSpace: "sRGB" });
    expect(warnings).toEqual([]);
  });

  test("EXIF turns a picture that the container does not turn", async () => {
    const bytes = sample("gradient-exif-turned.heic");
    const { image } = await decode(bytes);
    expect([image.width, image.height]).toEqual([height, width]);
    // Stored red grows to the right, so seen it grows downwards.
    expect(image.data[0]).toBeLessThan(30);
    expect(image.data[(image.height - 1) * image.width * 3]).toBeGreaterThan(220);
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: height, height: width });
  });

  test("a small copy is less than twice the asked edge", async () => {
    const { image } = await decode(sample("gradient-8bit.heic"), { minEdgePx: 10 });
    expect([image.width, image.height]).toEqual([12, 8]);
  });

  test.skipIf(!hasPhotographs("heif/pillow_heif_other/cat.hif"))(
    "a small copy is made of the picture where the embedded one is broken",
    async () => {
      const { image } = await decode(readFileSync(sharedFixture("heif/pillow_heif_other/cat.hif")), { minEdgePx: 512 });
      expect(image.width / image.height).toBeCloseTo(4240 / 2832, 2);
      expect(image.width).toBeLessThan(1024);
    },
  );

  test("too many pixels are refused", async () => {
    const bytes = sample("gradient-8bit.heic");
    await expect(decode(bytes, { maxPixels: width * height - 1 })).rejects.toMatchObject({ code: "limits/pixels" });
    await expect(decode(bytes, { maxPixels: width * height })).resolves.toBeDefined();
  });

  test.each(["gradient-8bit.heic", "gradient-10bit.heic"])("%s cut short at any length is refused", async (name) => {
    const whole = sample(name);
    for (let length = 16; length < whole.length - 1; length += 23) {
      const cut = decode(whole.subarray(0, length));
      await expect(cut, `${length} of ${whole.length}`).rejects.toMatchObject({ code: "input/corrupt" });
    }
  });

  test("a damaged file decodes or is refused by name, wherever the damage is", async () => {
    for (let at = 0; at < 800; at += 13) {
      const bytes = sample("gradient-8bit.heic");
      bytes[at] ^= 0xff;
      await expect(decode(bytes).catch((error: Error) => error.name)).resolves.toSatisfy(
        (outcome: unknown) => outcome === "EngineError" || typeof outcome === "object",
      );
    }
  });

  test.skipIf(!hasPhotographs("heif/camera/iPhone13Pro_IMG_8563.HEIC"))(
    "a phone's picture is turned once, in sRGB, its gain map reported",
    async () => {
      const { image, facts, warnings } = await decode(
        readFileSync(sharedFixture("heif/camera/iPhone13Pro_IMG_8563.HEIC")),
      );
      expect([image.width, image.height]).toEqual([3024, 4032]);
      expect(facts.sourceColorSpace).toBe("Display P3");
      expect(warnings.map(({ code }) => code)).toEqual(["decode/auxiliary-ignored"]);
    },
    30_000,
  );
});

describe("AVIF", () => {
  const gradient = new Uint16Array(width * height * 3);
  for (let i = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const value of [(x + 1) / (width + 1), (y + 1) / (height + 1), 0.5])
        gradient[i++] = Math.round(value * 65_535);
    }
  }
  const encode = (bitdepth: 8 | 10 | 12) => {
    const source = sharp(gradient, { raw: { width, height, channels: 3 } }).toColourspace(
      bitdepth === 8 ? "srgb" : "rgb16",
    );
    return source.avif({ lossless: true, bitdepth, effort: 0 }).toBuffer();
  };

  test.each([8, 10, 12] as const)("of %i bits fills the scale of its depth", async (bitDepth) => {
    const { image, facts } = await decode(await encode(bitDepth));
    expect(image.data instanceof Uint16Array).toBe(bitDepth > 8);
    expect(worstDifference(image)).toBeLessThan(bitDepth === 8 ? 0.006 : 0.003);
    expect(facts).toMatchObject({ format: "avif", sourceBitDepth: bitDepth, sourceColorSpace: "sRGB" });
  });

  test.each([10, 12] as const)("white of %i bits is full white", async (bitdepth) => {
    const white = new Uint16Array(16 * 16 * 3).fill(65_535);
    const source = sharp(white, { raw: { width: 16, height: 16, channels: 3 } }).toColourspace("rgb16");
    const { image } = await decode(await source.avif({ lossless: true, bitdepth, effort: 0 }).toBuffer());
    expect(new Set(image.data)).toEqual(new Set([65_535]));
  });

  test("cut short at any length is refused", async () => {
    const whole = await encode(8);
    for (let length = 16; length < whole.length - 1; length += Math.ceil(whole.length / 30)) {
      const cut = decode(whole.subarray(0, length));
      await expect(cut, `${length} of ${whole.length}`).rejects.toMatchObject({ code: /input\/corrupt|unsupported/ });
    }
  });
});

test.skipIf(!hasPhotographs("heif/libavif/seine_hdr_srgb.avif"))(
  "an HDR picture is mapped to standard range and said",
  async () => {
    const { image, facts, warnings } = await decode(readFileSync(sharedFixture("heif/libavif/seine_hdr_srgb.avif")));
    expect(facts.sourceColorSpace).toBe("BT.709 PQ");
    expect(warnings.map(({ code }) => code)).toContain("decode/hdr-tone-mapped");
    const mean = Array.from(image.data).reduce((sum, value) => sum + value, 0) / image.data.length / 65_535;
    expect(mean).toBeGreaterThan(0.3);
    expect(mean).toBeLessThan(0.8);
  },
);
