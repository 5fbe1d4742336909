import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import { decodeSrgb, encodeSrgb, swapsAxes, toOrientation } from "../../../src/image/index.ts";
import { decode } from "../../support/decode.ts";
import { randomSamples } from "../../support/random.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

const size = { width: 37, height: 23 };
const count = size.width * size.height * 3;
const raw = { raw: { ...size, channels: 3 as const } };

/** sharp's TIFF would be JPEG inside by default; the other formats do not read this. */
const lzw = { compression: "lzw" as const };

const lossless = {
  png: () =>
    sharp(randomSamples(count, 8, 1), raw)
      .png()
      .toBuffer(),
  tiff: () =>
    sharp(randomSamples(count, 8, 1), raw)
      .tiff({ compression: "lzw" })
      .toBuffer(),
  webp: () =>
    sharp(randomSamples(count, 8, 1), raw)
      .webp({ lossless: true })
      .toBuffer(),
};

test.each(Object.entries(lossless))("%s gives back every sample at an odd size", async (format, make) => {
  const { image, facts, warnings } = await decode(await make());
  expect(image).toMatchObject({ ...size, channels: 3, space: "srgb" });
  expect(image.data).toEqual(randomSamples(count, 8, 1));
  expect(facts).toEqual({ format, sourceBitDepth: 8, sourceColorSpace: "sRGB", source: "image" });
  expect(warnings).toEqual([]);
});

test.each(["png", "tiff"] as const)("a 16-bit %s keeps its 16 bits", async (format) => {
  const samples = randomSamples(count, 16, 2);
  const { image, facts } = await decode(await sharp(samples, raw).toColourspace("rgb16")[format](lzw).toBuffer());
  expect(image.data).toEqual(samples);
  expect(facts.sourceBitDepth).toBe(16);
});

describe("orientation", () => {
  /** Where the stored pixel (x, y) is seen: EXIF 2.32, 4.6.4 A. */
  const seenAt = (orientation: number, x: number, y: number) => {
    const { width, height } = size;
    const right = width - 1 - x;
    const bottom = height - 1 - y;
    return [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
      [y, x],
      [bottom, x],
      [bottom, right],
      [y, right],
    ][orientation - 1];
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is applied once", async (orientation) => {
    const samples = randomSamples(count, 8, 3);
    const bytes = await sharp(samples, raw).png().withMetadata({ orientation }).toBuffer();
    const { image } = await decode(bytes);
    const turned = swapsAxes(toOrientation(orientation));
    expect([image.width, image.height]).toEqual(turned ? [23, 37] : [37, 23]);
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: image.width, height: image.height });
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const [seenX, seenY] = seenAt(orientation, x, y);
        expect(image.data[(seenY * image.width + seenX) * 3]).toBe(samples[(y * size.width + x) * 3]);
      }
    }
  });

  test.each(["jpeg", "webp", "tiff"] as const)("counts in %s too", async (format) => {
    const bytes = await sharp(randomSamples(count, 8, 3), raw)
      [format]()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { image } = await decode(bytes);
    expect([image.width, image.height]).toEqual([23, 37]);
  });
});

describe("colour", () => {
  /** SMPTE EG 432-1 primaries under D65, sRGB's curve. */
  const p3ToSrgb = (display: readonly number[]) => {
    const [r, g, b] = display.map(decodeSrgb);
    const light = [
      1.2249402 * r - 0.2249402 * g,
      -0.042057 * r + 1.042057 * g,
      -0.0196376 * r - 0.078636 * g + 1.0982736 * b,
    ];
    return light.map((value) => encodeSrgb(Math.min(1, Math.max(0, value))));
  };

  test.each([8, 16] as const)("a Display P3 picture of %i bits shows the same colours in sRGB", async (bits) => {
    const max = 2 ** bits - 1;
    // Away from black, where the curve is steep and the compact test profile's rounded colorants would show.
    const stored = randomSamples(count, bits, 4).map((sample) => sample / 2 + max / 4);
    // sharp takes 16-bit samples for Display P3 already, and at 8 bits `ignoreIcc` shows what it stored.
    const source = sharp(stored, raw).toColourspace(bits === 8 ? "srgb" : "rgb16");
    const bytes = await source.withIccProfile("p3").png().toBuffer();
    if (bits === 8) stored.set(await sharp(bytes, { ignoreIcc: true }).raw().toBuffer());
    const { image, facts } = await decode(bytes);
    expect(facts.sourceColorSpace).toMatch(/P3/);
    expect(image.data.BYTES_PER_ELEMENT * 8).toBe(bits);
    let worst = 0;
    for (let i = 0; i < count; i += 3) {
      const seen = p3ToSrgb([stored[i] / max, stored[i + 1] / max, stored[i + 2] / max]);
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(image.data[i + c] / max - seen[c]));
    }
    expect(worst).toBeLessThan(0.005);
  });

  test("a picture with an sRGB profile is not touched", async () => {
    const bytes = await sharp(randomSamples(count, 8, 5), raw)
      .withIccProfile("srgb")
      .png()
      .toBuffer();
    const { image } = await decode(bytes);
    const stored = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    expect(Buffer.compare(Buffer.from(image.data), stored)).toBe(0);
  });

  test("a CMYK JPEG becomes RGB", async () => {
    const bytes = await sharp({ create: { ...size, channels: 3, background: "#c03020" } })
      .toColourspace("cmyk")
      .jpeg({ quality: 100 })
      .toBuffer();
    const { image } = await decode(bytes);
    expect(image.data.length).toBe(count);
    expect(image.data[0]).toBeGreaterThan(image.data[1] + 80);
  });

  test.each([8, 16] as const)("grey of %i bits is spread to three channels", async (bits) => {
    const samples = randomSamples(size.width * size.height, bits, 6);
    const source = sharp(samples, { raw: { ...size, channels: 1 } }).toColourspace(bits === 8 ? "b-w" : "grey16");
    const { image } = await decode(await source.png().toBuffer());
    expect([...image.data.subarray(0, 6)]).toEqual([0, 0, 0, 1, 1, 1].map((i) => samples[i]));
  });

  test.each([8, 16] as const)("transparency of %i bits is flattened on white and said", async (bits) => {
    const max = 2 ** bits - 1;
    const samples = randomSamples(8, bits, 7);
    samples.set([max, 0, 0, 0, max, 0, 0, max]);
    const source = sharp(samples, { raw: { width: 2, height: 1, channels: 4 } });
    const { image, warnings } = await decode(
      await source
        .toColourspace(bits === 8 ? "srgb" : "rgb16")
        .png()
        .toBuffer(),
    );
    expect([...image.data]).toEqual([max, max, max, max, 0, 0]);
    expect(warnings.map(({ code }) => code)).toEqual(["decode/alpha-flattened"]);
  });

  test("an opaque alpha channel is dropped without a word", async () => {
    const bytes = await sharp(randomSamples(count, 8, 8), raw)
      .ensureAlpha()
      .png()
      .toBuffer();
    const { image, warnings } = await decode(bytes);
    expect(image.data).toEqual(randomSamples(count, 8, 8));
    expect(warnings).toEqual([]);
  });
});

describe("limits and damage", () => {
  test("too many pixels are refused from the headers", async () => {
    const bytes = await lossless.png();
    await expect(decode(bytes, { maxPixels: 850 })).rejects.toMatchObject({ code: "limits/pixels" });
    await expect(decode(bytes, { maxPixels: 851 })).resolves.toBeDefined();
  });

  test("a small copy has the asked edge and is upright", async () => {
    const source = sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#808080" } });
    const bytes = await source.jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { image } = await decode(bytes, { minEdgePx: 320 });
    expect([image.width, image.height]).toEqual([240, 320]);
  });

  test("what is no picture is refused by name", async () => {
    await expect(async () => decode(Buffer.from("dear diary"))).rejects.toMatchObject({ code: "input/not-an-image" });
    await expect(async () => decode(new Uint8Array(0))).rejects.toMatchObject({ code: "input/empty" });
  });

  test.each(["jpeg", "png", "webp", "tiff"] as const)(
    "a %s cut short at any length is refused as corrupt",
    async (format) => {
      const whole = await sharp(randomSamples(count, 8, 9), raw)
        [format]()
        .toBuffer();
      for (let length = 16; length < whole.length - 16; length += Math.ceil(whole.length / 40)) {
        await expect(decode(whole.subarray(0, length)), `${length} of ${whole.length}`).rejects.toMatchObject({
          code: "input/corrupt",
        });
      }
    },
  );
});

test.skipIf(!hasPhotographs("standard/libavif/seine_sdr_gainmap_srgb.jpg"))(
  "of a JPEG with a gain map the standard picture is taken and the map reported",
  async () => {
    const { image, warnings } = await decode(
      readFileSync(sharedFixture("standard/libavif/seine_sdr_gainmap_srgb.jpg")),
    );
    expect([image.width, image.height]).toEqual([400, 300]);
    expect(warnings.map(({ code }) => code)).toEqual(["decode/auxiliary-ignored"]);
  },
);

test.each(["jpeg", "png", "webp", "tiff"] as const)(
  "a %s that is cut short is named as such, in our words",
  async (format) => {
    const whole = await sharp(randomSamples(count, 8, 4), raw)
      [format]()
      .toBuffer();
    for (const share of [0.2, 0.6]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      const error = await decode(cut).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "input/corrupt" });
      const name = format === "webp" ? "WebP" : format.toUpperCase();
      expect(String(error)).toMatch(`decode: the ${name} file is broken or cut short (libvips: `);
      expect(String(error)).not.toContain("Input buffer");
    }
  },
);

test("an AVIF that is a sequence in the first place is unsupported, and says what to do", async () => {
  const bytes = await sharp(randomSamples(count, 8, 5), raw)
    .avif()
    .toBuffer();
  const sequence = Buffer.from(bytes);
  sequence.write("avis", 8, "latin1");
  await expect(decode(sequence)).rejects.toMatchObject({
    code: "unsupported/variant",
    message: expect.stringContaining("export the picture"),
  });
});
