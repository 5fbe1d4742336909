import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import { readJxlHeader } from "../../../src/codecs/jxl/header.ts";
import { EngineError } from "../../../src/errors/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";

const sample = (name: string) => readFileSync(new URL(`../../../fixtures/standard/${name}`, import.meta.url));

async function decode(bytes: Uint8Array, limits: { maxPixels?: number; maxDecodeBytes?: number } = {}) {
  const request = {
    memory: new PixelPool(0),
    kernels: testContext().kernels,
    maxPixels: 1e8,
    warn: () => undefined,
    ...limits,
  };
  const decoded = await getCodec(bytes).decode(bytes, request);
  if (decoded.kind !== "image") throw new Error("expected a picture");
  return decoded;
}

/** The red, green and blue at a place, 1 = white. */
function at({ image }: Awaited<ReturnType<typeof decode>>, x: number, y: number): number[] {
  const i = (y * image.width + x) * 3;
  return [...image.data.subarray(i, i + 3)].map((value) => value / (image.data instanceof Uint8Array ? 255 : 65535));
}

/** The first bits of a codestream, lowest first. */
function headerOf(fields: readonly (readonly [value: number, bits: number])[]): Uint8Array {
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, i) => (value >> i) & 1));
  const bytes = new Uint8Array(2 + Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[2 + (i >> 3)] |= bit << (i & 7);
  return bytes;
}

async function codeOf(bytes: Uint8Array, limits = {}): Promise<string> {
  const failed = await decode(bytes, limits).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return failed === undefined ? "none" : failed instanceof EngineError ? failed.code : String(failed);
}

describe("JPEG XL", () => {
  test.each([
    ["gradient-8bit.jxl", 8, 0.03],
    ["gradient-16bit.jxl", 16, 1e-4],
  ] as const)("%s gives its %i bits", async (name, bits, tolerance) => {
    const bytes = sample(name);
    const size = { width: 48, height: 32, bitDepth: bits };
    expect(await getCodec(bytes).probe(bytes)).toMatchObject(size);
    const decoded = await decode(bytes);
    expect(decoded.facts).toMatchObject({ format: "jxl", sourceBitDepth: bits, sourceColorSpace: "sRGB" });
    expect(decoded.image).toMatchObject({ width: 48, height: 32 });
    for (const [x, y] of [
      [0, 0],
      [47, 0],
      [20, 31],
    ]) {
      const [r, g, b] = at(decoded, x, y);
      expect(Math.abs(r - x / 47)).toBeLessThan(tolerance);
      expect(Math.abs(g - y / 31)).toBeLessThan(tolerance);
      expect(Math.abs(b - 0.5)).toBeLessThan(tolerance + 0.01);
    }
  });

  test("a coded JPEG in a container comes upright, and tells its EXIF", async () => {
    const bytes = sample("gradient-turned.jxl");
    const codec = getCodec(bytes);
    expect(await codec.probe(bytes)).toMatchObject({ width: 32, height: 48, bitDepth: 8 });
    const decoded = await decode(bytes);
    expect(decoded.image).toMatchObject({ width: 32, height: 48 });
    expect(at(decoded, 0, 0)[1]).toBeGreaterThan(0.95);
    expect(at(decoded, 31, 47)[0]).toBeGreaterThan(0.95);
    expect(codec.findMetadata?.(bytes).map(({ kind }) => kind)).toEqual(["exif"]);
  });

  test("a file cut short at any length, or changed anywhere, gives a typed error or a picture", async () => {
    const known = new Set(["none", "input/corrupt", "unsupported/variant", "input/not-an-image", "limits/pixels"]);
    for (const name of ["gradient-8bit.jxl", "gradient-turned.jxl"]) {
      const whole = sample(name);
      for (let length = 12; length < whole.length; length += Math.ceil(whole.length / 15)) {
        expect(["input/corrupt"], `${name} of ${length}`).toContain(await codeOf(whole.subarray(0, length)));
      }
      const random = seededRandom(3);
      for (let i = 0; i < 15; i++) {
        const changed = Uint8Array.from(whole);
        changed[12 + Math.floor(random() * (whole.length - 12))] ^= 1 << Math.floor(random() * 8);
        expect(known).toContain(await codeOf(changed));
      }
    }
  });

  test("limits hold by the headers", async () => {
    const bytes = sample("gradient-8bit.jxl");
    expect(await codeOf(bytes, { maxPixels: 1000 })).toBe("limits/pixels");
    expect(await codeOf(bytes, { maxDecodeBytes: 10_000 })).toBe("limits/memory");
  });

  test.each([
    [
      "a height with a ratio",
      [
        [0, 1],
        [1, 2],
        [999, 13],
        [4, 3],
        [1, 1],
      ],
      { width: 1500, height: 1000, bitDepth: 8 },
    ],
    [
      "eighths",
      [
        [1, 1],
        [4, 5],
        [0, 3],
        [9, 5],
        [1, 1],
      ],
      { width: 80, height: 40, bitDepth: 8 },
    ],
    [
      "a turn, ten bits and two extra channels",
      [
        [1, 1],
        [4, 5],
        [1, 3],
        [0, 1],
        [1, 1],
        [5, 3],
        [0, 3],
        [0, 1],
        [1, 2],
        [0, 1],
        [2, 2],
        [0, 4],
      ],
      { width: 40, height: 40, bitDepth: 10, extraChannels: 2 },
    ],
    [
      "an animation",
      [
        [1, 1],
        [4, 5],
        [1, 3],
        [0, 1],
        [1, 1],
        [0, 3],
        [0, 2],
        [1, 1],
        [0, 2],
        [0, 2],
        [1, 2],
        [7, 3],
        [0, 1],
        [0, 1],
        [2, 2],
        [0, 1],
        [0, 2],
      ],
      { width: 40, height: 40, bitDepth: 12, extraChannels: 0 },
    ],
  ] as const)("headers with %s are read", (_, fields, expected) => {
    expect(readJxlHeader(headerOf(fields))).toMatchObject(expected);
  });
});
