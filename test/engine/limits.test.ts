import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createEngine, type EngineError, type EngineOptions, errorCodes } from "../../src/index.ts";
import { deflatedTexts, jpegWith, nestedXmp, pngWith, tiffOfManyDirectories } from "../support/metadata-bombs.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

const xmpName = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");
const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: "#446688" } });

describe("limits of an engine", () => {
  const engines: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));
  const engineWith = (options: EngineOptions) => {
    const engine = createEngine({ workers: 1, ...options });
    engines.push(engine);
    return engine;
  };

  test.each([
    [{ maxPixels: 640 * 480 - 1 }, "limits/pixels"],
    [{ maxDecodeMb: 1 }, "limits/memory"],
  ])("%o refuse a picture by its headers with %s", async (options, code) => {
    const dng = buildDng({ width: 640, height: 480, pattern: bayerRggb, sample: () => 900 });
    const files = [
      { name: "a.jpg", bytes: await picture.jpeg().toBuffer() },
      { name: "a.png", bytes: await picture.png().toBuffer() },
      { name: "a.dng", bytes: dng },
    ];
    const engine = engineWith(options);
    for (const file of files) await expect(engine.develop(file)).rejects.toMatchObject({ code });
  });

  test("maxFrames refuses a larger set before a frame is read", async () => {
    const bytes = await picture.jpeg().toBuffer();
    const frames = [1, 2, 3].map((number) => ({ name: `${number}.jpg`, bytes }));
    await expect(engineWith({ maxFrames: 2 }).merge(frames)).rejects.toMatchObject({ code: "limits/frames" });
  });

  test("maxFileMb refuses a longer file before it is read", async () => {
    const bytes = Buffer.concat([await picture.jpeg().toBuffer(), Buffer.alloc(2 ** 20)]);
    const engine = engineWith({ maxFileMb: 1 });
    await expect(engine.inspect({ name: "a.jpg", bytes })).rejects.toMatchObject({ code: "limits/bytes" });
  });

  test("memoryBudgetMb refuses a set that never fits, before a frame is decoded", async () => {
    const size = { width: 4000, height: 3000 };
    const bytes = await sharp({ create: { ...size, channels: 3, background: "#446688" } })
      .jpeg()
      .toBuffer();
    const cut = bytes.subarray(0, bytes.length - 500);
    const frames = [1, 2, 3].map((number) => ({ name: `${number}.jpg`, bytes: cut }));
    await expect(engineWith({ memoryBudgetMb: 300 }).merge(frames)).rejects.toMatchObject({
      code: "limits/memory",
      message: expect.stringMatching(/a set of 3 × 12 megapixels needs about \d+ MB, memoryBudgetMb allows 300/),
    });
  });

  test("timeoutMs ends a file that takes longer", async () => {
    const size = { width: 9000, height: 9000 };
    const large = await sharp({ create: { ...size, channels: 3, background: "#446688" } })
      .png()
      .toBuffer();
    const failed: EngineError = await engineWith({ timeoutMs: 100 })
      .thumbnail({ name: "a.png", bytes: large })
      .then(
        () => expect.unreachable("nine thousand rows within 100 ms"),
        (error: EngineError) => error,
      );
    expect(failed.code).toBe("limits/time");
    expect(errorCodes[failed.code].kind).toBe("limits");
  });
});

describe("metadata that grow", () => {
  test("leave the picture, and no other file loses its own", async () => {
    const sound = await picture
      .jpeg()
      .withExif({ IFD0: { Make: "Maker" } })
      .toBuffer();
    const files = [
      { name: "texts.png", bytes: await pngWith(deflatedTexts(60, 4)) },
      { name: "deep.jpg", bytes: await jpegWith([[0xe1, Buffer.concat([xmpName, nestedXmp(5000)])]]) },
      { name: "directories.tif", bytes: await tiffOfManyDirectories(120_000) },
      { name: "sound.jpg", bytes: sound },
    ];
    const engine = createEngine({ workers: 1 });
    const inspected = await engine.inspectAll(files);
    const developed = await engine.develop(files[0]);
    await engine.close();
    const unreadable = { width: 64, height: 48, warnings: [{ code: "metadata/unreadable" }] };
    expect(inspected).toMatchObject([
      unreadable,
      unreadable,
      { error: { code: "limits/memory" } },
      { camera: { make: "Maker" }, warnings: [] },
    ]);
    expect(developed.report.warnings).toContainEqual(expect.objectContaining({ code: "metadata/unreadable" }));
  });
});

describe("little files that grow", () => {
  /** A chunk of a PNG right behind its header. */
  const withChunk = async (type: string, body: Uint8Array) => {
    const png = await picture.png().toBuffer();
    const chunk = Buffer.alloc(12 + body.length);
    chunk.writeUInt32BE(body.length);
    chunk.write(type, 4, "latin1");
    chunk.set(body, 8);
    const { crc32 } = await import("node:zlib");
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
    return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  };
  const zeros = deflateSync(Buffer.alloc(256 * 2 ** 20), { level: 9 });

  test.each([
    ["a profile", "iCCP"],
    ["a text", "zTXt"],
  ])("%s of 256 MB in a PNG takes no such memory", async (_, type) => {
    const bytes = await withChunk(type, Buffer.concat([Buffer.from("bomb\0\0", "latin1"), zeros]));
    const engine = createEngine({ workers: 1 });
    await engine.inspect({ name: "warm.png", bytes: await picture.png().toBuffer() });
    const before = process.resourceUsage().maxRSS;
    await engine.thumbnail({ name: "a.png", bytes }).catch((error: EngineError) => {
      expect(error.kind).not.toBe("internal");
    });
    const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
    await engine.close();
    expect(grownMb).toBeLessThan(150);
  });
});
