import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DeflatedDng, encodeDeflatedDng } from "../../../fixtures/dng/deflate-dng.ts";
import { toFloat } from "../../../src/codecs/dng/small-floats.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import { EngineError } from "../../../src/errors/index.ts";
import { type Mosaic, PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";

const size = { width: 70, height: 50 };
const tile = { width: 32, height: 16 };
const light = (x: number, y: number, c: number) => (x * 9 + y * 13 + c * 31 + (x % 2) * 57) % 900;

async function decode(bytes: Uint8Array): Promise<Mosaic> {
  const request = { memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 1e7, warn: () => undefined };
  const decoded = await rawCodec.decode(bytes, request);
  if (decoded.kind !== "mosaic") throw new Error("expected undeveloped data");
  return decoded.mosaic;
}

/** Where a sample is not what it should be; -1 is nowhere. */
function firstWrong({ width, data, pattern }: Mosaic, expected: (x: number, y: number, c: number) => number): number {
  const samples = pattern ? 1 : 3;
  return data.findIndex((value, i) => {
    const pixel = Math.floor(i / samples);
    return value !== expected(pixel % width, Math.floor(pixel / width), i % samples);
  });
}

/** The bits of light / 1024 in each format: exact in all of them. */
const floatBits: Readonly<Record<16 | 24 | 32, (x: number, y: number, c: number) => number>> = {
  16: (x, y, c) => encodeFloat(light(x, y, c) / 1024, 10, 15),
  24: (x, y, c) => encodeFloat(light(x, y, c) / 1024, 16, 63),
  32: (x, y, c) => encodeFloat(light(x, y, c) / 1024, 23, 127),
};

function encodeFloat(value: number, mantissa: number, bias: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  return (exponent + bias) * 2 ** mantissa + (value / 2 ** exponent - 1) * 2 ** mantissa;
}

describe("a deflated DNG", () => {
  const integers: DeflatedDng = {
    ...size,
    samples: 1,
    bits: 16,
    isFloat: false,
    predictor: 1,
    black: 100,
    white: 60000,
    word: (x, y, c) => 100 + 50 * light(x, y, c),
  };

  test.each([1, 2, 34892, 34893] as const)("of integers with predictor %i gives its samples", async (predictor) => {
    for (const variant of [
      {},
      { tile },
      { rowsPerStrip: 7 },
      { bigEndian: true, tile },
      { samples: 3 as const, tile },
    ]) {
      const mosaic = await decode(encodeDeflatedDng({ ...integers, predictor, ...variant }));
      expect(firstWrong(mosaic, integers.word)).toBe(-1);
      expect(mosaic.black).toEqual([100, 100, 100]);
      expect(mosaic.white).toEqual([60000, 60000, 60000]);
    }
  });

  test.each([16, 24, 32] as const)("of %i-bit floats gives 65535 for white", async (bits) => {
    const floats: DeflatedDng = {
      ...size,
      samples: 1,
      bits,
      isFloat: true,
      predictor: 3,
      white: 1,
      word: floatBits[bits],
    };
    const expected = (x: number, y: number, c: number) => Math.round((light(x, y, c) / 1024) * 65535);
    for (const predictor of [1, 2, 3, 34894, 34895] as const) {
      for (const variant of [{}, { tile }, { rowsPerStrip: 20 }, { bigEndian: true }, { samples: 3 as const, tile }]) {
        const mosaic = await decode(encodeDeflatedDng({ ...floats, predictor, ...variant }));
        expect(firstWrong(mosaic, expected), `predictor ${predictor}`).toBe(-1);
        expect(mosaic.white).toEqual([65535, 65535, 65535]);
      }
    }
  });

  test("that is damaged anywhere gives a picture or one typed error", async () => {
    const whole = encodeDeflatedDng({ ...integers, tile, predictor: 2 });
    const damage = fc.record({
      cut: fc.integer({ min: 8, max: whole.length }),
      flips: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, flips }) => {
        const bytes = whole.slice();
        for (const [at, value] of flips) bytes[at] = value;
        const outcome = await decode(bytes.subarray(0, cut)).catch((thrown: unknown) => thrown);
        if (outcome instanceof Error && outcome.message !== "expected undeveloped data")
          expect(outcome instanceof EngineError && outcome.kind).toMatch(/^(input|unsupported|limits)$/);
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  test("that unpacks to more than its size is refused before it fills the memory", async () => {
    const bomb = encodeDeflatedDng({ ...integers, height: 4000, rowsPerStrip: 4000, word: () => 7 });
    const view = new DataView(bomb.buffer);
    for (let i = 0; i < view.getUint16(8, true); i++) {
      const entry = 10 + i * 12;
      if (view.getUint16(entry, true) === 257 || view.getUint16(entry, true) === 278)
        view.setUint32(entry + 8, 50, true);
    }
    await expect(decode(bomb)).rejects.toMatchObject({ code: "input/corrupt" });
  });
});

describe("small floats", () => {
  test.each([
    [2, 0x3c00, 1],
    [2, 0xc000, -2],
    [2, 0x0001, 2 ** -24],
    [2, 0x7c00, Number.POSITIVE_INFINITY],
    [3, 0x3f0000, 1],
    [3, 0xbf8000, -1.5],
    [4, 0x3f800000, 1],
  ])("of %i bytes and bits %i are %d", (bytes, bits, value) => {
    expect(toFloat(bits, bytes)).toBe(value);
  });

  test("that are no number stay none", () => {
    expect(toFloat(0x7e00, 2)).toBeNaN();
    expect(toFloat(0x7f8000, 3)).toBeNaN();
  });
});
