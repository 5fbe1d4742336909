import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import { sniffBytes } from "../../../src/codecs/codec.ts";
import { getCodec } from "../../../src/codecs/index.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import { EngineError, type Warning } from "../../../src/errors/index.ts";
import { type Mosaic, PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { hasPhotographs, sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";
import { bayerRggb, buildDng, type SmallDng } from "../../support/small-dng.ts";

const ramp: SmallDng = {
  width: 64,
  height: 48,
  pattern: bayerRggb,
  sample: (x, y) => 600 + 50 * x + 20 * y,
  black: 500,
  white: 16000,
  asShotNeutral: [0.5, 1, 0.7],
};

function request(options: { maxPixels?: number; minEdgePx?: number } = {}) {
  const warnings: Warning[] = [];
  return {
    memory: new PixelPool(0),
    kernels: testContext().kernels,
    maxPixels: 1e8,
    warn: (code: Warning["code"], message: string) => warnings.push({ code, message }),
    warnings,
    ...options,
  };
}

async function mosaicOf(dng: SmallDng): Promise<Mosaic> {
  const decoded = await rawCodec.decode(buildDng(dng), request());
  if (decoded.kind !== "mosaic") throw new Error("expected a mosaic");
  return decoded.mosaic;
}

const codeOf = (error: unknown) => (error instanceof EngineError ? error.code : `not an EngineError: ${error}`);

describe("rawCodec.matches", () => {
  test("knows a DNG by its content", () => {
    expect(rawCodec.matches(buildDng(ramp).subarray(0, sniffBytes))).toBe(true);
  });

  test.each([
    ["Fuji RAF", "FUJIFILMCCD-RAW 0201"],
    ["Canon CR3", "\0\0\0\x18ftypcrx \0\0\0\x01"],
    ["Canon CRW", "II\x1a\0\0\0HEAPCCDR"],
    ["Canon CR2", "II*\0\x10\0\0\0CR\x02\0"],
    ["Sigma X3F", "FOVb\0\x03\x02\0"],
    ["Minolta MRW", "\0MRM\0\0\0\0"],
    ["Olympus ORF", "IIRO\x08\0\0\0"],
    ["Panasonic RW2", "IIU\0\x18\0\0\0"],
  ])("knows %s by its signature", (_, text) => {
    expect(rawCodec.matches(new Uint8Array([...Buffer.from(text, "latin1"), ...new Array(64).fill(0)]))).toBe(true);
  });

  test("leaves an ordinary TIFF and a JPEG to others", async () => {
    const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    for (const bytes of [await plain.clone().tiff().toBuffer(), await plain.clone().jpeg().toBuffer()]) {
      expect(rawCodec.matches(bytes.subarray(0, sniffBytes))).toBe(false);
    }
  });

  test("survives any bytes after a TIFF header", () => {
    const random = seededRandom(3);
    for (let run = 0; run < 500; run++) {
      const bytes = Uint8Array.from({ length: 8 + Math.floor(random() * 300) }, () => Math.floor(random() * 256));
      bytes.set(run % 2 ? [0x49, 0x49, 42, 0, 8, 0, 0, 0] : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
      expect(typeof rawCodec.matches(bytes)).toBe("boolean");
    }
  });
});

describe("rawCodec.decode", () => {
  test("gives the samples, levels and white of a Bayer DNG unchanged", async () => {
    const mosaic = await mosaicOf(ramp);
    expect([mosaic.width, mosaic.height]).toEqual([64, 48]);
    expect(mosaic.data[64 * 10 + 7]).toBe(600 + 350 + 200);
    expect(mosaic.black).toEqual([500, 500, 500]);
    expect(mosaic.white).toEqual([16000, 16000, 16000]);
    expect(mosaic.asShotNeutral.map((value) => Math.round(value * 100))).toEqual([50, 100, 70]);
  });

  test.each([[[0, 1, 1, 2]], [[1, 0, 2, 1]], [[1, 2, 0, 1]], [[2, 1, 1, 0]]])(
    "reads the Bayer phase %j",
    async (colors) => {
      const mosaic = await mosaicOf({ ...ramp, pattern: { columns: 2, rows: 2, colors } });
      expect(mosaic.pattern).toEqual({ width: 2, height: 2, colors });
    },
  );

  test("reads an X-Trans pattern", async () => {
    const mosaic = await mosaicOf({ ...ramp, pattern: { columns: 6, rows: 6, colors: xTransCell } });
    expect(mosaic.pattern).toEqual({ width: 6, height: 6, colors: xTransCell });
  });

  test("maps the as-shot neutral to D50, whatever the neutral", async () => {
    for (const asShotNeutral of [
      [1, 1, 1],
      [0.5, 1, 0.7],
      [0.8, 1, 0.4],
    ] as const) {
      const { cameraToXyz: m, asShotNeutral: n } = await mosaicOf({ ...ramp, asShotNeutral });
      const [x, y, z] = [0, 3, 6].map((row) => m[row] * n[0] + m[row + 1] * n[1] + m[row + 2] * n[2]);
      expect(x / y).toBeCloseTo(0.9642, 3);
      expect(z / y).toBeCloseTo(0.8252, 3);
    }
  });

  test("passes orientation and BaselineExposure on, and probes the displayed size", async () => {
    const dng = { ...ramp, orientation: 6, baselineExposureEv: 0.75 };
    const mosaic = await mosaicOf(dng);
    expect(mosaic.orientation).toBe(6);
    expect(mosaic.baselineExposureEv).toBeCloseTo(0.75, 3);
    expect(await rawCodec.probe(buildDng(dng))).toMatchObject({ width: 48, height: 64, bitDepth: 16 });
  });

  test("finds the level where the sensor really clips below the declared white", async () => {
    const mosaic = await mosaicOf({ ...ramp, sample: (x, y) => Math.min(13000, 600 + 300 * x + 50 * y) });
    expect(mosaic.white).toEqual([13000, 13000, 13000]);
  });

  test("comes in full colour, undeveloped, where there is no mosaic", async () => {
    const { pattern: _, ...linear } = ramp;
    const decoded = await rawCodec.decode(buildDng({ ...linear, orientation: 6 }), request());
    expect(decoded).toMatchObject({
      kind: "mosaic",
      mosaic: { width: 64, height: 48, orientation: 6, black: [500, 500, 500] },
    });
    expect(decoded.kind === "mosaic" && decoded.mosaic.pattern).toBeUndefined();
  });

  test("refuses more pixels than allowed before unpacking", async () => {
    const error = await rawCodec.decode(buildDng(ramp), request({ maxPixels: 64 * 48 - 1 })).catch((e: unknown) => e);
    expect(codeOf(error)).toBe("limits/pixels");
  });

  test("names the variant and the way out for an unknown compression", async () => {
    const error = await rawCodec.decode(buildDng({ ...ramp, compression: 52546 }), request()).catch((e: unknown) => e);
    expect(codeOf(error)).toMatch(/unsupported\/variant|input\/corrupt/);
  });

  test("gives one typed error at whatever length a DNG is cut, and works again after it", async () => {
    const whole = buildDng(ramp);
    for (let length = 1; length < whole.length - 200; length = Math.ceil(length * 1.19)) {
      const error = await rawCodec.decode(whole.subarray(0, length), request()).catch((e: unknown) => e);
      expect(codeOf(error), `cut at ${length}`).toMatch(/^(input|unsupported)\//);
    }
    expect((await rawCodec.decode(whole, request())).kind).toBe("mosaic");
  });

  test("survives flipped bytes anywhere", async () => {
    const random = seededRandom(9);
    for (let run = 0; run < 60; run++) {
      const bytes = buildDng(ramp);
      for (let i = 0; i < 4; i++) bytes[8 + Math.floor(random() * 500)] = Math.floor(random() * 256);
      const outcome = await rawCodec.decode(bytes, request({ maxPixels: 1e6 })).catch((e: unknown) => e);
      if (outcome instanceof Error) expect(codeOf(outcome)).toMatch(/^(input|unsupported|limits)\//);
    }
  });

  describe("with an embedded preview", () => {
    const preview = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: { r: 200, g: 100, b: 50 } } })
        .jpeg()
        .toBuffer();
    const tooShort = async (dng: SmallDng, width: number, height: number) => {
      const jpeg = await preview(width, height);
      // The strip claims more bytes than there are when the picture is said to be taller than its samples.
      const bytes = buildDng({ ...dng, trailer: jpeg });
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < view.getUint16(8, true); i++) {
        if (view.getUint16(10 + i * 12, true) === 279) view.setUint32(10 + i * 12 + 8, bytes.length * 2, true);
      }
      return bytes;
    };

    test("uses it, turned, when the sensor data is cut short", async () => {
      const ask = request();
      const decoded = await rawCodec.decode(await tooShort({ ...ramp, orientation: 6 }, 40, 30), ask);
      expect(decoded).toMatchObject({ kind: "image", image: { width: 30, height: 40 }, facts: { source: "preview" } });
      expect(ask.warnings.map((warning) => warning.code)).toEqual(["decode/preview-used"]);
    });

    test("does not pass a stamp off as the picture", async () => {
      const error = await rawCodec.decode(await tooShort(ramp, 30, 20), request()).catch((e: unknown) => e);
      expect(codeOf(error)).toBe("input/corrupt");
    });

    test("takes it for a thumbnail without unpacking", async () => {
      const bytes = buildDng({ ...ramp, trailer: await preview(60, 45) });
      const decoded = await rawCodec.decode(bytes, request({ minEdgePx: 32 }));
      expect(decoded.facts.source).toBe("preview");
      if (decoded.kind !== "image") throw new Error("expected a picture");
      expect(decoded.image.width).toBeGreaterThanOrEqual(32);
      expect(decoded.image.width).toBeLessThanOrEqual(64);
    });

    test("develops at half size for a thumbnail where it is too small", async () => {
      const bytes = buildDng({ ...ramp, trailer: await preview(16, 12) });
      const decoded = await rawCodec.decode(bytes, request({ minEdgePx: 32 }));
      expect(decoded).toMatchObject({ kind: "image", image: { width: 32, height: 24 }, facts: { source: "sensor" } });
    });
  });

  test.skipIf(!hasPhotographs("raw", "hostile/raw"))(
    "gives a picture or one typed error for every real RAW file",
    async () => {
      for (const path of [...sharedFixtures("raw"), ...sharedFixtures("hostile/raw")]) {
        const bytes = new Uint8Array(readFileSync(path));
        const outcome = await rawCodec.decode(bytes, request()).catch((e: unknown) => e);
        if (outcome instanceof Error) expect(codeOf(outcome), path).toMatch(/^(input|unsupported)\//);
        else expect(["image", "mosaic"], path).toContain((outcome as { kind: string }).kind);
      }
    },
  );

  test.skipIf(!hasPhotographs("raw/crw", "raw/dng", "raw/kdc"))(
    "reads every whole camera file from its sensor data",
    async () => {
      for (const folder of ["raw/cr2", "raw/crw", "raw/nef", "raw/kdc", "raw/dng"]) {
        for (const path of sharedFixtures(folder)) {
          const bytes = new Uint8Array(readFileSync(path));
          expect(getCodec(bytes).format, path).toBe("raw");
          expect((await rawCodec.decode(bytes, request())).facts.source, path).toBe("sensor");
        }
      }
    },
  );

  test.skipIf(!hasPhotographs("raw/crw"))("cuts the frame to what the camera delivers", async () => {
    const bytes = new Uint8Array(readFileSync(sharedFixture("raw/crw/RAW_CANON_D30_SRGB.CRW")));
    expect(await rawCodec.probe(bytes)).toMatchObject({ width: 2160, height: 1440, bitDepth: 12 });
  });
});
