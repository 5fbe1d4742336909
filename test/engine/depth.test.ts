import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Delivered, type Engine } from "../../src/index.ts";

/** A slow ramp: far more levels than 8 bits have. */
const width = 600;
const height = 40;

describe("16 bits from the file to the TIFF", () => {
  let engine: Engine;
  let source: { name: string; bytes: Uint8Array };
  beforeAll(async () => {
    engine = createEngine({ workers: 1 });
    const samples = Uint16Array.from({ length: width * height * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return 20_000 + Math.round(((pixel % width) / width) * 9000) + (i % 3) * 700 + Math.floor(pixel / width);
    });
    const picture = sharp(samples, { raw: { width, height, channels: 3 } }).toColourspace("rgb16");
    source = { name: "ramp.png", bytes: await picture.png().toBuffer() };
  });
  afterAll(() => engine.close());

  async function levelsOf({ bytes }: Delivered): Promise<number> {
    expect((await sharp(bytes).metadata()).depth).toBe("ushort");
    const raw = await sharp(bytes, { ignoreIcc: true }).toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
    return new Set(new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2)).size;
  }

  test("developed", async () => {
    expect(await levelsOf(await engine.develop(source, { format: "tiff" }))).toBeGreaterThan(1500);
  });

  test("merged", async () => {
    expect(await levelsOf(await engine.merge([source], { format: "tiff" }))).toBeGreaterThan(1500);
  });

  test("enhanced", async () => {
    expect(await levelsOf(await engine.enhance([source], { format: "tiff" }))).toBeGreaterThan(1500);
  });
});
