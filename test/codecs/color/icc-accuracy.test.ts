import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { deltaE00, labOf } from "../../../bench/fusion/color-difference.ts";
import { embedProfile } from "../../../src/codecs/color/profile-embedding.ts";
import { decode } from "../../support/decode.ts";
import {
  adobeRgb,
  type BuiltProfile,
  buildProfile,
  displayP3,
  greyGamma18,
  proPhoto,
} from "../../support/icc-writer.ts";

/**
 * 6 × 6 × 6 patches of 8 × 8 pixels: large enough that a JPEG keeps their colours. Code values of 8 bits, so that all
 * depths have them.
 */
const levels = [20, 64, 115, 166, 217, 255].map((code) => code / 255);
const patch = 8;
const columns = 36;
const width = columns * patch;
const height = 6 * patch;

/** Interleaved samples of all patches. */
function patches(bits: 8 | 16, channels: 1 | 3): Uint8Array | Uint16Array {
  const max = 2 ** bits - 1;
  const data = bits === 8 ? new Uint8Array(width * height * channels) : new Uint16Array(width * height * channels);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = Math.floor(y / patch) * columns + Math.floor(x / patch);
      for (let c = 0; c < channels; c++) data[i++] = Math.round(max * levels[Math.floor(index / 6 ** c) % 6]);
    }
  }
  return data;
}

async function withProfile(format: "jpeg" | "png" | "tiff" | "webp", bits: 8 | 16, profile: BuiltProfile) {
  const channels = profile.space === "GRAY" ? 1 : 3;
  const space = channels === 1 ? (bits === 8 ? "b-w" : "grey16") : bits === 8 ? "srgb" : "rgb16";
  const picture = sharp(patches(bits, channels), { raw: { width, height, channels } }).toColourspace(space);
  const encoded = {
    jpeg: () => picture.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }),
    png: () => picture.png(),
    tiff: () => picture.tiff({ compression: "lzw" }),
    webp: () => picture.webp({ quality: 100, smartSubsample: true }),
  }[format]();
  return embedProfile[format](await encoded.toBuffer(), buildProfile(profile));
}

/** The middle of every patch, channels from 0 to 1. */
function centres(data: ArrayLike<number>, channels: number, max: number): [number, number, number][] {
  return Array.from({ length: 216 }, (_, index) => {
    const x = (index % columns) * patch + patch / 2;
    const y = Math.floor(index / columns) * patch + patch / 2;
    const at = (y * width + x) * channels;
    const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
    return [data[at] / max, data[at + green] / max, data[at + blue] / max];
  });
}

/**
 * What littleCMS makes of a file of 8 bits, by way of libvips; of no deeper one, because sharp takes 16-bit pictures
 * through Display P3 by a table, and 16-bit grey not at all.
 */
async function byLittleCms(bytes: Uint8Array): Promise<[number, number, number][]> {
  const { data, info } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return centres(data, info.channels, 255);
}

const cases = [
  ["jpeg", 8, proPhoto],
  ["jpeg", 8, displayP3],
  ["jpeg", 8, adobeRgb],
  ["webp", 8, proPhoto],
  ["webp", 8, displayP3],
  ["png", 8, proPhoto],
  ["png", 16, proPhoto],
  ["png", 16, displayP3],
  ["tiff", 8, displayP3],
  ["tiff", 16, proPhoto],
  ["tiff", 16, adobeRgb],
  ["jpeg", 8, greyGamma18],
  ["png", 16, greyGamma18],
] as const;

describe("an embedded profile", () => {
  test.each(cases.map(([format, bits, profile]) => [format, bits, profile.name, profile] as const))(
    "in a %s of %i bits, %s, gives littleCMS's colours",
    async (format, bits, name, profile) => {
      const bytes = await withProfile(format, bits, profile);
      const { image, facts, warnings } = await decode(bytes);
      const expected = await byLittleCms(bits === 8 ? bytes : await withProfile("png", 8, profile));
      const differences = centres(image.data, 3, 2 ** bits - 1).map((seen, i) =>
        deltaE00(labOf(seen), labOf(expected[i])),
      );
      expect(facts.sourceColorSpace).toBe(name);
      expect(image.data.BYTES_PER_ELEMENT * 8).toBe(bits);
      expect(warnings).toEqual([]);
      expect(Math.max(...differences)).toBeLessThan(1);
    },
  );
});
