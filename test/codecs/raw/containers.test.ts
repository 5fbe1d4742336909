import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeRaf, xTransCell } from "../../../fixtures/raw/fuji.ts";
import { madeRaws } from "../../../fixtures/raw/index.ts";
import { makerFiles, type RawFile } from "../../../fixtures/raw/makers.ts";
import { writeNefLossless } from "../../../fixtures/raw/nikon.ts";
import { writeSonyLossless, writeSrf } from "../../../fixtures/raw/sony.ts";
import { writeX3f } from "../../../fixtures/raw/x3f.ts";
import { sniffBytes } from "../../../src/codecs/codec.ts";
import { readRaw } from "../../../src/codecs/libraw/module.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import { EngineError } from "../../../src/errors/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";

const request = () => ({
  memory: new PixelPool(0),
  kernels: testContext().kernels,
  maxPixels: 1e8,
  warn: () => undefined,
});

const containers: Readonly<Record<string, () => RawFile>> = {
  ...makerFiles,
  "raf x-trans": () => writeRaf("X-T1", xTransCell),
  "raf bayer": () => writeRaf("X-A1"),
  "nef lossless": writeNefLossless,
  "arw lossless": () => writeSonyLossless(192, 128),
};

describe("a file of our own in a maker's container", () => {
  test.each(Object.entries(containers))("%s gives the samples that went in", async (_, write) => {
    const { bytes, truth } = write();
    expect(rawCodec.matches(bytes.subarray(0, sniffBytes))).toBe(true);
    const decoded = await rawCodec.decode(bytes, request());
    if (decoded.kind !== "mosaic") throw new Error("expected a mosaic");
    const { width, height, data, pattern } = decoded.mosaic;
    expect([width, height]).toEqual([truth.width, truth.height]);
    const wrong = data.findIndex((value, i) => value !== truth.sample(i % width, Math.floor(i / width)));
    expect(wrong).toBe(-1);
    expect(pattern?.width).toBe(_.endsWith("x-trans") ? 6 : 2);
  });

  test("srf gives the samples that were encrypted", () => {
    const { bytes, truth, origin = { x: 0, y: 0 } } = writeSrf();
    readRaw(bytes, (file) => {
      file.unpack();
      const { data, stride } = file.frame()!;
      for (let y = 0; y < truth.height; y++) {
        const row = data.subarray((origin.y + y) * stride + origin.x, (origin.y + y) * stride + origin.x + truth.width);
        expect(row.findIndex((value, x) => value !== truth.sample(x, y))).toBe(-1);
      }
    });
  });

  test("x3f gives three colours a pixel, and says that they are not known", async () => {
    const { bytes, truth } = writeX3f();
    const warnings: string[] = [];
    const decoded = await rawCodec.decode(bytes, { ...request(), warn: (code) => warnings.push(code) });
    if (decoded.kind !== "mosaic") throw new Error("expected three-colour data");
    const { width, height, data, pattern } = decoded.mosaic;
    expect([width, height, pattern]).toEqual([truth.width, truth.height, undefined]);
    const at = (i: number) => truth.sample(Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3);
    expect(data.findIndex((value, i) => value !== at(i))).toBe(-1);
    expect(warnings).toEqual(["decode/color-unknown"]);
  });
});

describe("Sony's lossless compressed frames", () => {
  test("end where the true size says, not where the tiles do", async () => {
    const { bytes, truth } = writeSonyLossless(150, 100);
    expect(await rawCodec.probe(bytes)).toMatchObject({ width: 150, height: 100 });
    const decoded = await rawCodec.decode(bytes, request());
    if (decoded.kind !== "mosaic") throw new Error("expected a mosaic");
    const { width, height, data } = decoded.mosaic;
    expect([width, height]).toEqual([150, 100]);
    expect(data.findIndex((value, i) => value !== truth.sample(i % width, Math.floor(i / width)))).toBe(-1);
  });
});

describe("a damaged file of any maker", () => {
  test("gives a picture or one typed error", async () => {
    const whole = Object.values(madeRaws).map(({ write }) => write());
    const damage = fc.record({
      which: fc.nat(whole.length - 1),
      flips: fc.array(fc.tuple(fc.nat(1500), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 1, noNaN: true })),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ which, flips, keep }) => {
        const bytes = whole[which].slice(0, Math.ceil(whole[which].length * keep));
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
        const ask = { ...request(), memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 1e7 };
        const outcome = await rawCodec.decode(bytes, ask).catch((thrown: unknown) => thrown);
        if (outcome instanceof Error)
          expect(outcome instanceof EngineError && outcome.kind).toMatch(/^(input|unsupported|limits)$/);
      }),
      { numRuns: 300, seed: 21 },
    );
  });
});
