import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeDeflatedDng } from "../../fixtures/dng/deflate-dng.ts";
import { writeRaf, xTransCell } from "../../fixtures/raw/fuji.ts";
import { makerFiles } from "../../fixtures/raw/makers.ts";
import { writeSonyLossless, writeSrf } from "../../fixtures/raw/sony.ts";
import { writeX3f } from "../../fixtures/raw/x3f.ts";
import { rawCodec } from "../../src/codecs/raw.ts";
import { declaredExtent } from "../../src/codecs/raw-extent.ts";
import { EngineError } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { hasSharedFixtures, sharedFixture } from "../support/shared-fixtures.ts";

const request = () => ({ memory: new PixelPool(), maxPixels: 1e8, warn: () => undefined });

const files: Readonly<Record<string, () => Uint8Array>> = {
  ...Object.fromEntries(Object.entries(makerFiles).map(([name, write]) => [name, () => write().bytes])),
  "raf x-trans": () => writeRaf("X-T1", xTransCell).bytes,
  "arw lossless": () => writeSonyLossless(192, 128).bytes,
  srf: () => writeSrf(60).bytes,
  x3f: () => writeX3f().bytes,
  "deflated dng": () =>
    encodeDeflatedDng({
      width: 64,
      height: 64,
      samples: 1,
      bits: 16,
      isFloat: false,
      predictor: 1,
      white: 65535,
      tile: { width: 16, height: 16 },
      word: (x, y) => (x * 7919 + y * 104729) & 65535,
    }),
};

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    return (await rawCodec.decode(bytes, request())).facts.source;
  } catch (thrown) {
    return thrown instanceof EngineError ? thrown.code : `not an EngineError: ${thrown}`;
  }
}

describe("a RAW that is cut short", () => {
  test.each(Object.entries(files))("is never developed as if it were whole: %s", async (_, write) => {
    const whole = write();
    expect(await outcomeOf(whole)).toBe("sensor");
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.8]) {
      const outcome = await outcomeOf(whole.subarray(0, Math.floor(whole.length * share)));
      expect(outcome, `${share} of it`).toMatch(/^(input|unsupported)\//);
    }
  });

  test
    .skipIf(!hasSharedFixtures)
    .each([
      "raw/cr2/dcraw_IMG_0848.CR2",
      "raw/crw/RAW_CANON_D30_SRGB.CRW",
      "raw/nef/RAW_NIKON_D1.NEF",
      "raw/dng/tinydng_colorchart.dng",
      "brackets/raw_d5000/sample3.dng",
    ])("is never developed as if it were whole: %s", async (path) => {
    const whole = new Uint8Array(readFileSync(sharedFixture(path)));
    for (const share of [0.4, 0.8]) {
      const outcome = await outcomeOf(whole.subarray(0, Math.floor(whole.length * share)));
      expect(outcome, `${share} of it`).toMatch(/^(input\/|unsupported\/|preview)/);
    }
  });
});

describe("declaredExtent", () => {
  test("reads any bytes after any maker's beginning without harm, in no time", () => {
    const beginnings = Object.values(files).map((write) => write().subarray(0, 2048));
    const start = performance.now();
    fc.assert(
      fc.property(
        fc.nat(beginnings.length - 1),
        fc.uint8Array({ maxLength: 600 }),
        fc.nat(2047),
        (which, noise, offset) => {
          const bytes = new Uint8Array(4096);
          bytes.set(beginnings[which]);
          bytes.set(noise, offset);
          const extent = declaredExtent(bytes);
          if (extent) expect(extent.missingBytes).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 3000, seed: 7 },
    );
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
