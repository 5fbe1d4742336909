import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../src/codecs/index.ts";
import { type IntegerImage, swapsAxes, toOrientation } from "../../src/image/index.ts";
import { decode } from "../support/decode.ts";
import { buildHeif } from "../support/heif-writer.ts";

/** What holds for a photograph whatever file it stands in. */
const containers = ["jpeg", "png", "webp", "tiff", "avif"] as const;
const size = { width: 48, height: 32 };

/** Red grows to the right, green downwards, blue is half. */
function gradient(channels: 3 | 4, alphaAt = (_x: number) => 255): Uint8Array {
  const data = new Uint8Array(size.width * size.height * channels);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i += channels) {
      data.set([x * 5, y * 7, 128], i);
      if (channels === 4) data[i + 3] = alphaAt(x);
    }
  }
  return data;
}

const encoders = {
  jpeg: { quality: 100, chromaSubsampling: "4:4:4" },
  png: {},
  webp: { lossless: true },
  tiff: { compression: "deflate" },
  avif: { lossless: true, effort: 0 },
} as const;

describe.each(containers)("the orientation of a %s", (container) => {
  /** Where the stored pixel (x, y) is seen: EXIF 2.32, 4.6.4 A. */
  const seenAt = (orientation: number, x: number, y: number): readonly number[] => {
    const [right, bottom] = [size.width - 1 - x, size.height - 1 - y];
    const places = [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
      [y, x],
      [bottom, x],
      [bottom, right],
      [y, right],
    ];
    return places[orientation - 1];
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is applied once, in the picture and in its size", async (orientation) => {
    const stored = sharp(gradient(3), { raw: { ...size, channels: 3 } });
    const bytes = await stored[container](encoders[container]).withMetadata({ orientation }).toBuffer();
    const { image } = await decode(bytes);
    const [width, height] = swapsAxes(toOrientation(orientation)) ? [32, 48] : [48, 32];
    expect(image).toMatchObject({ width, height });
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width, height });
    for (const [x, y] of [
      [0, 0],
      [47, 0],
      [0, 31],
      [30, 9],
    ]) {
      const [seenX, seenY] = seenAt(orientation, x, y);
      const at = (seenY * width + seenX) * 3;
      expect(Math.abs(image.data[at] - x * 5)).toBeLessThanOrEqual(4);
      expect(Math.abs(image.data[at + 1] - y * 7)).toBeLessThanOrEqual(4);
    }
  });
});

describe("transparency", () => {
  /** Transparent, half, opaque: a third of the width each. */
  const alphaAt = (x: number) => [0, 128, 255][Math.floor(x / 16)];

  function expectFlattened({ data, width, height }: IntegerImage, tolerance: number): void {
    const max = data instanceof Uint8Array ? 255 : 65_535;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [red, green, blue] = [0, 1, 2].map((c) => (data[(y * width + x) * 3 + c] / max) * 255);
        const alpha = alphaAt(x) / 255;
        if (alpha === 0) expect([red, green, blue]).toEqual([255, 255, 255]);
        const wanted = [x * 5, y * 7, 128].map((value) => value * alpha + 255 * (1 - alpha));
        expect(Math.abs(red - wanted[0])).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(green - wanted[1])).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(blue - wanted[2])).toBeLessThanOrEqual(tolerance);
      }
    }
  }

  test.each([
    ["png", {}],
    ["webp", { lossless: true, exact: true }],
    ["webp", { quality: 90, alphaQuality: 100 }],
    ["tiff", { compression: "lzw" }],
    ["avif", { lossless: true, effort: 0 }],
  ] as const)("of 8 bits in a %s, %j, is flattened on exact white and said", async (container, options) => {
    const picture = sharp(gradient(4, alphaAt), { raw: { ...size, channels: 4 } });
    const { image, warnings } = await decode(await picture.toFormat(container, options).toBuffer());
    expectFlattened(image, "quality" in options ? 24 : 1);
    expect(warnings.map(({ code }) => code)).toEqual(["decode/alpha-flattened"]);
  });

  test.each([
    ["png", {}],
    ["tiff", { compression: "deflate" }],
    ["avif", { lossless: true, effort: 0, bitdepth: 10 }],
    ["avif", { lossless: true, effort: 0, bitdepth: 12 }],
  ] as const)("of more bits in a %s, %j, too", async (container, options) => {
    const samples = Uint16Array.from(gradient(4, alphaAt), (value) => value * 257);
    const picture = sharp(samples, { raw: { ...size, channels: 4 } }).toColourspace("rgb16");
    const { image } = await decode(await picture.toFormat(container, options).toBuffer());
    expect(image.data).toBeInstanceOf(Uint16Array);
    expectFlattened(image, 0.6);
  });

  test.each([8, 10] as const)("of %i bits in a HEIC too", async (bitDepth) => {
    const source = readFileSync(new URL(`../../fixtures/standard/gradient-${bitDepth}bit.heic`, import.meta.url));
    const built = { source, width: 64, height: 64, shown: [48, 32] as const, bitDepth };
    const opaque = (await decode(buildHeif(built))).image.data;
    const { image, warnings } = await decode(buildHeif({ ...built, auxiliary: ["urn:mpeg:hevc:2015:auxid:1"] }));
    expect(warnings.map(({ code }) => code)).toEqual(["decode/alpha-flattened"]);
    for (let i = 0; i < image.data.length; i++) expect(image.data[i]).toBeGreaterThanOrEqual(opaque[i]);
  });
});
