import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encodeFormats, getCodec } from "../../../src/codecs/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { encode, extensionOf, formatOfExtension } from "../../../src/stages/encode/index.ts";
import { testContext } from "../../support/context.ts";
import { decode } from "../../support/decode.ts";
import { randomSamples } from "../../support/random.ts";

function noise(width: number, height: number, bits: 8 | 16): IntegerImage {
  return { width, height, channels: 3, data: randomSamples(width * height * 3, bits, 11), space: "srgb" };
}

/** A smooth picture, which lossy formats keep closely. */
function gradient(width: number, height: number, bits: 8 | 16): IntegerImage {
  const image = noise(width, height, bits);
  const max = 2 ** bits - 1;
  for (let i = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      image.data[i++] = Math.round((max * (x + 1)) / (width + 2));
      image.data[i++] = Math.round((max * (y + 1)) / (height + 2));
      image.data[i++] = max >> 1;
    }
  }
  return image;
}

describe("encode and decode", () => {
  test.each([
    ["png", 8],
    ["png", 16],
    ["tiff", 8],
    ["tiff", 16],
  ] as const)("%s of %i bits gives back every sample", async (format, bits) => {
    for (const [width, height] of [
      [1, 1],
      [1, 7],
      [37, 23],
      [130, 3],
    ]) {
      const image = noise(width, height, bits);
      const result = await encode({ image }, { format, bitDepth: `${bits}` }, testContext());
      expect(result).toMatchObject({ format, width, height, bitDepth: bits, downsized: false });
      const back = await decode(result.bytes);
      expect(back.image.data).toEqual(image.data);
      expect(back.facts).toMatchObject({ format, sourceBitDepth: bits, sourceColorSpace: "sRGB IEC61966-2.1" });
      expect(back.warnings).toEqual([]);
    }
  });

  test.each([
    ["jpeg", 8, 8],
    ["jpeg", 16, 8],
    ["webp", 8, 8],
    ["webp", 16, 8],
    ["png", 16, 8],
    ["tiff", 16, 8],
    ["tiff", 8, 16],
  ] as const)("%s of a %i-bit picture keeps its look at %i bits", async (format, from, to) => {
    const image = gradient(131, 87, from);
    const result = await encode({ image }, { format, quality: 95, bitDepth: `${to}` }, testContext());
    const back = await decode(result.bytes);
    expect(back.image.data.BYTES_PER_ELEMENT * 8).toBe(to);
    expect(meanDifference(image, back.image)).toBeLessThan(0.012);
  });

  test.each([0, 1, 254, 255])("the profile does not move grey %i", async (level) => {
    const image = noise(16, 16, 8);
    image.data.fill(level);
    for (const format of encodeFormats) {
      if (format === "avif") continue;
      const { bytes } = await encode({ image }, { format, quality: 100 }, testContext());
      const stored = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
      expect(new Set(stored), format).toEqual(new Set([level]));
    }
  });

  test.each(encodeFormats)("%s carries a profile and is the same twice", async (format) => {
    const image = gradient(65, 33, 16);
    const once = await encode({ image }, { format }, testContext({ bandRows: 7 }));
    const twice = await encode({ image }, { format }, testContext({ kernels: "reference" }));
    expect(Buffer.compare(once.bytes, twice.bytes)).toBe(0);
    const { icc } = await sharp(once.bytes).metadata();
    expect(icc?.subarray(36, 40).toString()).toBe("acsp");
  });

  test.each(["tiff", "png"] as const)("a %s has the picture's own bits by default", async (format) => {
    const image = gradient(64, 64, 16);
    const { bytes, bitDepth } = await encode({ image }, { format }, testContext());
    const stored = await sharp(bytes, { ignoreIcc: true }).toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
    expect(bitDepth).toBe(16);
    expect(new Uint16Array(stored.buffer, stored.byteOffset, image.data.length)).toEqual(new Uint16Array(image.data));
    expect((await encode({ image: gradient(64, 64, 8) }, { format }, testContext())).bitDepth).toBe(8);
  });

  test("an AVIF has 10 bits when the picture has more than 8", async () => {
    const from8 = await encode({ image: gradient(64, 64, 8) }, { format: "avif" }, testContext());
    const from16 = await encode({ image: gradient(64, 64, 16) }, { format: "avif" }, testContext());
    expect([from8.bitDepth, from16.bitDepth]).toEqual([8, 10]);
    expect((await sharp(from16.bytes).metadata()).bitsPerSample).toBe(10);
  });
});

describe("size", () => {
  test("a wider picture is made as wide as asked, and never wider", async () => {
    const context = testContext();
    const small = await encode({ image: gradient(200, 101, 8) }, { maxWidthPx: 100 }, context);
    expect(small).toMatchObject({ width: 100, height: 51, downsized: true });
    const probe = await getCodec(small.bytes).probe(small.bytes);
    expect(probe).toMatchObject({ width: 100, height: 51 });
    const same = await encode({ image: gradient(200, 101, 8) }, { maxWidthPx: 400 }, context);
    expect(same).toMatchObject({ width: 200, height: 101, downsized: false });
    expect(context.warnings).toEqual([]);
  });

  test.each([8, 16] as const)(
    "a smaller copy of %i bits is as bright as the picture, whatever the factor",
    async (bits) => {
      const image = noise(640, 400, bits);
      const meanOf = ({ data }: IntegerImage) => Array.from(data).reduce((sum, value) => sum + value, 0) / data.length;
      const unit = 2 ** (bits - 8);
      for (const maxWidthPx of [500, 320, 200, 151, 100]) {
        const { bytes } = await encode({ image }, { format: "png", bitDepth: `${bits}`, maxWidthPx }, testContext());
        const difference = (meanOf((await decode(bytes)).image) - meanOf(image)) / unit;
        expect(Math.abs(difference), `${maxWidthPx}`).toBeLessThan(0.25);
      }
    },
  );

  test.each([
    [65_535, 1],
    [1, 65_535],
  ])("a JPEG of %i × %i is made as long as the library writes it", async (width, height) => {
    const context = testContext();
    const result = await encode({ image: noise(width, height, 8) }, { format: "jpeg" }, context);
    expect(Math.max(result.width, result.height)).toBe(65_500);
    expect(context.warnings.map(({ code }) => code)).toEqual(["encode/downsized"]);
  });

  test("a picture too long for the format is made smaller and said", async () => {
    const context = testContext();
    const result = await encode({ image: gradient(3, 20_000, 8) }, { format: "webp" }, context);
    expect(result).toMatchObject({ width: 2, height: 16_383, downsized: true });
    expect(context.warnings.map(({ code }) => code)).toEqual(["encode/downsized"]);
  });
});

describe("options", () => {
  test.each([
    ["jpeg", "16"],
    ["jpeg", "10"],
    ["webp", "16"],
    ["avif", "16"],
    ["png", "10"],
  ] as const)("%s refuses %s bits", async (format, bitDepth) => {
    await expect(encode({ image: noise(4, 4, 8) }, { format, bitDepth }, testContext())).rejects.toMatchObject({
      code: "options/conflict",
    });
  });

  test("names of files choose the format", () => {
    expect(formatOfExtension("a/b.c/Kitchen.final.JPG")).toBe("jpeg");
    expect(["x.jpeg", "x.png", "x.webp", "x.tif", "x.TIFF", "x.avif"].map(formatOfExtension)).toEqual([
      "jpeg",
      "png",
      "webp",
      "tiff",
      "tiff",
      "avif",
    ]);
    expect(["x", "x.heic", "x.jpg/y", ".", ""].map(formatOfExtension)).toEqual(Array(5).fill(undefined));
    for (const format of encodeFormats) expect(formatOfExtension(`x.${extensionOf(format)}`)).toBe(format);
  });

  test("a cancelled encode stops", async () => {
    const context = testContext({ signal: AbortSignal.abort() });
    await expect(encode({ image: noise(4, 4, 8) }, {}, context)).rejects.toMatchObject({ code: "cancelled" });
  });
});

function meanDifference(a: IntegerImage, b: IntegerImage): number {
  const [maxA, maxB] = [a, b].map(({ data }) => (data instanceof Uint8Array ? 255 : 65_535));
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i] / maxA - b.data[i] / maxB);
  return sum / a.data.length;
}
