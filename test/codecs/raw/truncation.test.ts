import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeRaws } from "../../../fixtures/raw/index.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import { declaredExtent } from "../../../src/codecs/raw/refusals.ts";
import { EngineError } from "../../../src/errors/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { hasPhotographs, presentRows, sharedFixture } from "../../support/shared-fixtures.ts";

const request = () => ({
  memory: new PixelPool(0),
  kernels: testContext().kernels,
  maxPixels: 1e8,
  warn: () => undefined,
});

const files = Object.entries(madeRaws).filter(([, { outcome }]) => outcome === "sensor");

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    return (await rawCodec.decode(bytes, request())).facts.source;
  } catch (thrown) {
    return thrown instanceof EngineError ? thrown.code : `not an EngineError: ${thrown}`;
  }
}

describe("a RAW that is cut short", () => {
  test.each(files)("is never developed as if it were whole: %s", async (_, { write }) => {
    const whole = write();
    expect(await outcomeOf(whole)).toBe("sensor");
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.8]) {
      const outcome = await outcomeOf(whole.subarray(0, Math.floor(whole.length * share)));
      expect(outcome, `${share} of it`).toMatch(/^(input|unsupported)\//);
    }
  });

  test
    .skipIf(!hasPhotographs("raw/crw", "raw/dng"))
    .each(
      presentRows([
        "raw/cr2/dcraw_IMG_0848.CR2",
        "raw/crw/RAW_CANON_D30_SRGB.CRW",
        "raw/nef/RAW_NIKON_D1.NEF",
        "raw/dng/tinydng_colorchart.dng",
        "brackets/raw_d5000/sample3.dng",
      ]),
    )("is never developed as if it were whole: %s", async (path) => {
    const whole = new Uint8Array(readFileSync(sharedFixture(path)));
    for (const share of [0.4, 0.8]) {
      const outcome = await outcomeOf(whole.subarray(0, Math.floor(whole.length * share)));
      expect(outcome, `${share} of it`).toMatch(/^(input\/|unsupported\/|preview)/);
    }
  });
});

describe("a DNG of lossless JPEGs", () => {
  const write = madeRaws["dng lossless JPEG in tiles"].write;
  const whole = write();
  const tiles = [...whole.keys()].filter((at) => whole[at] === 0xff && whole[at + 1] === 0xd8);

  test.each([
    ["no start", 1, 1],
    ["no frame header", 2, 1],
    ["zeros behind its start", 2, 40],
  ])("of which one has %s is broken, and not black from there on", async (_, from, length) => {
    expect(tiles.length).toBeGreaterThan(4);
    const bytes = write();
    bytes.fill(0, tiles[3] + from, tiles[3] + from + length);
    await expect(rawCodec.decode(bytes, request())).rejects.toMatchObject({
      code: "input/corrupt",
      message: expect.stringContaining(`1 of ${tiles.length} pieces`),
    });
  });
});

describe("declaredExtent", () => {
  test("reads any bytes after any maker's beginning without harm, in no time", () => {
    const beginnings = files.map(([, { write }]) => write().subarray(0, 2048));
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

test("directories that list hundreds of thousands of others are looked through all the same", () => {
  // Three directories in a row, whose SubIFDs are one and the same array, which points at the first.
  const [listed, directories] = [65_536, 3];
  const arrayAt = 8 + directories * 18;
  const bytes = Buffer.alloc(arrayAt + listed * 4);
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(8, 4);
  for (let i = 0; i < directories; i++) {
    const at = 8 + i * 18;
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(0x14a, at + 2);
    bytes.writeUInt16LE(4, at + 4);
    bytes.writeUInt32LE(listed, at + 6);
    bytes.writeUInt32LE(arrayAt, at + 10);
    bytes.writeUInt32LE(i + 1 < directories ? at + 18 : 0, at + 14);
  }
  for (let i = 0; i < listed; i++) bytes.writeUInt32LE(8, arrayAt + i * 4);
  expect(declaredExtent(bytes)).toBeUndefined();
});
