import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

describe("thumbnail", () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ workers: 1 });
  });
  afterAll(() => engine.close());

  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#c08040" } });

  test.each([
    [1200, 800, {}, 512, 341],
    [800, 1200, { thumbnailEdgePx: 100 }, 67, 100],
    [60, 40, {}, 60, 40],
  ])("of %i × %i pixels has the asked edge and is never enlarged", async (width, height, options, wide, high) => {
    const bytes = await plain(width, height).jpeg().toBuffer();
    const thumbnail = await engine.thumbnail({ name: "a.jpg", bytes }, options);
    expect(thumbnail).toMatchObject({ path: "a.jpg", width: wide, height: high, source: "image", warnings: [] });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: "jpeg", width: wide, height: high });
  });

  test("is upright, in sRGB, and carries nothing of the original's metadata", async () => {
    const bytes = await plain(90, 60)
      .jpeg()
      .withExif({ IFD0: { Make: "Secret" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes: small, width, height } = await engine.thumbnail({ name: "a.jpg", bytes });
    const { exif, xmp, iptc } = await sharp(small).metadata();
    expect([width, height]).toEqual([60, 90]);
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
  });

  test("of a RAW is made from its embedded preview, and so is said", async () => {
    const preview = await plain(800, 600).jpeg().toBuffer();
    const bytes = buildDng({ width: 64, height: 48, pattern: bayerRggb, sample: () => 2000, trailer: preview });
    const thumbnail = await engine.thumbnail({ name: "a.dng", bytes }, { thumbnailEdgePx: 200 });
    expect(thumbnail).toMatchObject({ width: 200, height: 150, source: "preview" });
  });

  test("keeps to sRGB at 16 bits too", async () => {
    const bytes = await plain(700, 300).toColourspace("rgb16").png().toBuffer();
    const { bytes: small } = await engine.thumbnail({ name: "a.png", bytes }, { thumbnailEdgePx: 50 });
    const [r, g, b] = await sharp(small).raw().toBuffer();
    for (const [seen, expected] of [
      [r, 0xc0],
      [g, 0x80],
      [b, 0x40],
    ])
      expect(Math.abs(seen - expected)).toBeLessThan(4);
  });

  test("of many files stand in order, and a bad file's error in its place", async () => {
    const bytes = await plain(30, 20).jpeg().toBuffer();
    const sources = [
      { name: "one.jpg", bytes },
      { name: "two.jpg", bytes: Buffer.from("no picture") },
      { name: "three.jpg", bytes },
    ];
    const [one, two, three] = await engine.thumbnailAll(sources);
    expect(one).toMatchObject({ path: "one.jpg", width: 30 });
    expect(two).toMatchObject({ file: "two.jpg", error: { code: "input/not-an-image" } });
    expect(three).toMatchObject({ path: "three.jpg", width: 30 });
    await expect(engine.thumbnail(sources[1])).rejects.toMatchObject({ code: "input/not-an-image" });
  });

  test("refuses an edge beyond 512 pixels by name", async () => {
    const source = { name: "a.jpg", bytes: await plain(8, 8).jpeg().toBuffer() };
    await expect(engine.thumbnail(source, { thumbnailEdgePx: 513 })).rejects.toMatchObject({ code: "options/invalid" });
  });
});
