import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

/** JPEG XL, which has no decoder here. */
const unreadable = 52546;

async function dng(compression?: number): Promise<Uint8Array> {
  const create = { width: 128, height: 96, channels: 3 as const, background: "#c86432" };
  const trailer = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const coding = compression === undefined ? {} : { compression };
  return buildDng({ width: 128, height: 96, pattern: bayerRggb, sample: (x) => 9 * x, trailer, ...coding });
}

describe("The metadata of a developed JPEG, which are begun before its pixels are there,", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ workers: 2 });
  });
  afterAll(() => engine.close());

  const develop = async (bytes: Uint8Array, maxWidthPx = 0) => {
    const result = await engine.develop({ name: "a.dng", bytes }, { maxWidthPx });
    return Buffer.from(result.bytes ?? []);
  };

  test("say that sensor data was developed", async () => {
    const [result, again] = [await develop(await dng()), await develop(await dng())];
    expect(result.includes("developed sensor data")).toBe(true);
    expect(again.equals(result)).toBe(true);
  });

  test("do not say so of a RAW that turned out to be rendered from its preview", async () => {
    const result = await develop(await dng(unreadable));
    expect(result.includes("developed sensor data")).toBe(false);
    expect(result.includes("lightwell")).toBe(true);
  });

  test("have the size as written", async () => {
    const result = await develop(await dng(), 64);
    const { exif, width } = await sharp(result).metadata();
    expect(width).toBe(64);
    // ExifImageWidth, a SHORT or LONG of one value.
    const at = exif?.indexOf(Buffer.from([0xa0, 0x02, 0x00])) ?? -1;
    expect(exif?.subarray(at + 8, at + 12).includes(64)).toBe(true);
  });
});
