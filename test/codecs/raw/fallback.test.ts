import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { writeCr3 } from "../../../fixtures/raw/cr3.ts";
import { type Preview, rampTruth, writeMakerTiff } from "../../../fixtures/raw/makers.ts";
import { nikonNote } from "../../../fixtures/raw/nikon.ts";
import { writeX3f } from "../../../fixtures/raw/x3f.ts";
import { rawCodec } from "../../../src/codecs/raw/raw.ts";
import { EngineError, type Warning } from "../../../src/errors/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";
import { bayerRggb, buildDng } from "../../support/small-dng.ts";

const orange = { r: 200, g: 100, b: 50 };

async function previewOf(width: number, height: number): Promise<Preview> {
  const picture = sharp({ create: { width, height, channels: 3, background: orange } });
  return { jpeg: new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer()), width, height };
}

function request() {
  const warnings: Warning[] = [];
  return {
    memory: new PixelPool(0),
    kernels: testContext().kernels,
    maxPixels: 1e8,
    warn: (code: Warning["code"], message: string) => warnings.push({ code, message }),
    warnings,
  };
}

/** Looks like a JPEG XS codestream, and like nothing that a decoder of NEF would refuse. */
function highEfficiencyData(length: number): Uint8Array {
  const random = seededRandom(5);
  const bytes = Uint8Array.from({ length }, () => Math.floor(random() * 255));
  bytes.set([0xff, 0x10, 0xff, 0x50]);
  return bytes;
}

function nikonZ(preview: Preview | undefined, extra: { makerNote?: Uint8Array; length?: number } = {}): Uint8Array {
  const { length = 9000, makerNote } = extra;
  return writeMakerTiff({
    make: "NIKON CORPORATION",
    model: "NIKON Z 8",
    bits: 14,
    compression: 34713,
    samples: highEfficiencyData(length),
    truth: rampTruth(128, 96, 14),
    ...(preview && { preview }),
    ...(makerNote && { makerNote }),
  });
}

function dng(compression: number, preview: Preview | undefined): Uint8Array {
  const trailer = preview ? { trailer: preview.jpeg } : {};
  return buildDng({ width: 128, height: 96, pattern: bayerRggb, sample: (x) => 9 * x, compression, ...trailer });
}

type Write = (preview?: Preview) => Uint8Array;

const unreadable: readonly (readonly [string, Write, RegExp])[] = [
  ["NEF High Efficiency", (preview) => nikonZ(preview), /NIKON Z 8.*High Efficiency[^*]/i],
  ["NEF HE*", (preview) => nikonZ(preview, { makerNote: nikonNote(14) }), /High Efficiency\*/],
  ["NEF HE by its notes", (preview) => nikonZ(preview, { makerNote: nikonNote(13) }), /High Efficiency[^*]/],
  ["DNG of JPEG XL", (preview) => dng(52546, preview), /Test Camera.*JPEG XL/],
  ["GPR", (preview) => dng(9, preview), /Test Camera.*VC-5 \(GoPro GPR\)/],
];

describe.each(unreadable)("unreadable sensor data: %s", (_, write, variant) => {
  test("is shown by a preview of half its width, which the report tells", async () => {
    const ask = request();
    const decoded = await rawCodec.decode(write(await previewOf(64, 48)), ask);
    expect(decoded).toMatchObject({ kind: "image", image: { width: 64, height: 48 }, facts: { source: "preview" } });
    if (decoded.kind !== "image") throw new Error("expected a picture");
    const [r, g, b] = decoded.image.data;
    for (const [value, wanted] of [
      [r, orange.r],
      [g, orange.g],
      [b, orange.b],
    ]) {
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(3);
    }
    expect(ask.warnings.map(({ code }) => code)).toEqual(["decode/preview-used"]);
    expect(ask.warnings[0].message).toMatch(variant);
    expect(ask.warnings[0].message).toContain("64 × 48");
  });

  test("is refused by name, with the way out, when the preview is smaller or absent", async () => {
    for (const bytes of [write(await previewOf(63, 47)), write()]) {
      const error = await rawCodec.decode(bytes, request()).catch((thrown: unknown) => thrown);
      if (!(error instanceof EngineError)) throw new Error("expected an EngineError");
      expect(error.code).toBe("unsupported/variant");
      expect(error.message).toMatch(variant);
      expect(error.message).toMatch(/export the photograph to JPEG/);
    }
  });
});

describe("refusing", () => {
  test("takes less than 200 ms, also for a file of 40 MB", async () => {
    const bytes = nikonZ(undefined, { length: 40_000_000 });
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      await expect(rawCodec.decode(bytes, request())).rejects.toMatchObject({ code: "unsupported/variant" });
      best = Math.min(best, performance.now() - start);
    }
    expect(best).toBeLessThan(200);
  });
});

describe("an X3F", () => {
  test("is shown as its camera rendered it, since its colours are unknown otherwise", async () => {
    const { bytes } = writeX3f(await previewOf(96, 64));
    const ask = request();
    const decoded = await rawCodec.decode(bytes, ask);
    expect(decoded).toMatchObject({ kind: "image", image: { width: 96, height: 64 }, facts: { source: "preview" } });
    expect(ask.warnings.map(({ code }) => code)).toEqual(["decode/preview-used"]);
  });

  test("comes from its sensor data when the preview is a stamp", async () => {
    const { bytes } = writeX3f(await previewOf(40, 26));
    expect((await rawCodec.decode(bytes, request())).facts.source).toBe("sensor");
  });
});

describe("a CR3 with unreadable sensor data", () => {
  test("is shown by its preview, upright, and says so", async () => {
    const { jpeg } = await previewOf(1500, 1000);
    const ask = request();
    const bytes = writeCr3({ model: "Canon EOS R9", orientation: 6, jpeg });
    const decoded = await rawCodec.decode(bytes, ask);
    expect(decoded).toMatchObject({
      kind: "image",
      image: { width: 1000, height: 1500 },
      facts: { source: "preview" },
    });
    expect(await rawCodec.probe(bytes)).toMatchObject({ width: 1000, height: 1500 });
    expect(ask.warnings).toMatchObject([
      { code: "decode/preview-used", message: expect.stringMatching(/EOS R9.*CR3/) },
    ]);
  });

  test("is refused by camera and kind where there is none of use", async () => {
    const { jpeg } = await previewOf(160, 120);
    for (const file of [{ jpeg }, {}]) {
      const asked = rawCodec.decode(writeCr3({ model: "Canon EOS R9", orientation: 1, ...file }), request());
      await expect(asked).rejects.toMatchObject({
        code: "unsupported/variant",
        message: expect.stringMatching(/EOS R9.*CR3.*export/),
      });
    }
  });

  test.skipIf(!hasPhotographs("raw/partial/Canon-R6-pruned.CR3"))(
    "also a real one that lost them, if its rendering is in the file",
    async () => {
      const pruned = readFileSync(sharedFixture("raw/partial/Canon-R6-pruned.CR3"));
      const ask = request();
      const { jpeg } = await previewOf(3408, 2272);
      const decoded = await rawCodec.decode(new Uint8Array(Buffer.concat([pruned, jpeg])), ask);
      expect(decoded).toMatchObject({ kind: "image", image: { width: 3408, height: 2272 } });
      await expect(rawCodec.decode(new Uint8Array(pruned), request())).rejects.toMatchObject({ code: "input/corrupt" });
    },
  );
});
