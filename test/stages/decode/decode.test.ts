import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import { EngineError } from "../../../src/errors/index.ts";
import { type DecodeOptionsInput, decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";
import type { KernelKind } from "../../support/kernel-sets.ts";
import { bayerRggb, buildDng, type SmallDng } from "../../support/small-dng.ts";

const xTrans = { columns: 6, rows: 6, colors: xTransCell };

/** A flat grey card under a warm light, `level` of the clipping level of green. */
function greyCard(
  level: number,
  neutral: readonly [number, number, number],
  pattern: SmallDng["pattern"] = bayerRggb,
): SmallDng {
  return {
    width: 48,
    height: 36,
    ...(pattern && { pattern }),
    black: 512,
    white: 15000,
    asShotNeutral: neutral,
    sample: (x, y, c) => {
      const color = pattern ? pattern.colors[(y % pattern.rows) * pattern.columns + (x % pattern.columns)] : c;
      return Math.round(512 + Math.min(1, level * neutral[color]) * (15000 - 512));
    },
  };
}

async function develop(dng: SmallDng, options: DecodeOptionsInput = {}, kernels: KernelKind = "auto") {
  const context = testContext({ kernels, bandRows: 13 });
  return decode({ source: buildDng(dng), maxPixels: 1e8 }, options, context);
}

const centre = ({ image }: Awaited<ReturnType<typeof develop>>) => {
  const at = (Math.floor(image.height / 2) * image.width + Math.floor(image.width / 2)) * 3;
  return [...image.data.subarray(at, at + 3)];
};

describe("decode", () => {
  test.each([
    ["Bayer", bayerRggb],
    ["X-Trans", xTrans],
    ["linear", undefined],
  ])("develops a grey card to neutral grey from %s data", async (_, pattern) => {
    const [r, g, b] = centre(await develop(greyCard(0.1, [0.6, 1, 0.45], pattern)));
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(300);
    expect(g / 257).toBeGreaterThan(105);
    expect(g / 257).toBeLessThan(130);
  });

  test("makes what clips in all channels pure white, without a cast", async () => {
    for (const neutral of [
      [0.5, 1, 0.7],
      [0.9, 1, 0.35],
    ] as const) {
      const [r, g, b] = centre(await develop(greyCard(8, neutral)));
      expect(Math.min(r, g, b) / 257).toBeGreaterThan(250);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(257);
    }
  });

  test("does not turn magenta where only green clips", async () => {
    const [r, g, b] = centre(await develop(greyCard(1.25, [0.5, 1, 0.6])));
    expect(g).toBeGreaterThan(Math.max(r, b) - 600);
  });

  test("gets brighter with the light, without a step", async () => {
    let before = -1;
    for (let level = 0.005; level < 4; level *= 1.15) {
      const [, g] = centre(await develop(greyCard(level, [0.5, 1, 0.7])));
      expect(g).toBeGreaterThanOrEqual(before);
      before = g;
    }
  });

  test("honours BaselineExposure and rawExposureEv alike", async () => {
    const dng = greyCard(0.1, [0.6, 1, 0.45]);
    const byFile = await develop({ ...dng, baselineExposureEv: 1 });
    const byOption = await develop(dng, { rawExposureEv: 1 });
    expect(centre(byFile)).toEqual(centre(byOption));
    expect(centre(byFile)[1]).toBeGreaterThan(centre(await develop(dng))[1] * 1.2);
    expect(byFile.development?.exposureEv).toBeCloseTo(1, 3);
  });

  test("can take daylight instead of the camera's white balance", async () => {
    const [r, , b] = centre(await develop(greyCard(0.1, [1, 0.8, 0.4]), { rawWhiteBalance: "daylight" }));
    expect(r).toBeGreaterThan(b * 1.3);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("turns orientation %i upright", async (orientation) => {
    const stored: SmallDng = {
      ...greyCard(0.1, [1, 1, 1]),
      orientation,
      sample: (x, y) => 512 + (x < 24 ? (y < 18 ? 8000 : 4000) : y < 18 ? 2000 : 500),
    };
    const { image } = await develop(stored);
    const corner = (x: number, y: number) =>
      image.data[(Math.round(y * (image.height - 1)) * image.width + Math.round(x * (image.width - 1))) * 3 + 1];
    // The stored corners, brightest first: top left, bottom left, top right, bottom right (EXIF 2.32, 4.6.4 A).
    const places = [
      ["00", "01", "10", "11"],
      ["10", "11", "00", "01"],
      ["11", "10", "01", "00"],
      ["01", "00", "11", "10"],
      ["00", "10", "01", "11"],
      ["10", "00", "11", "01"],
      ["11", "01", "10", "00"],
      ["01", "11", "00", "10"],
    ][orientation - 1];
    const values = places.map((place) => corner(Number(place[0]), Number(place[1])));
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect([image.width, image.height]).toEqual(orientation < 5 ? [48, 36] : [36, 48]);
  });

  test.each([
    ["Bayer", bayerRggb],
    ["X-Trans", xTrans],
  ])("gives nearly the same picture with native and reference kernels from %s data", async (_, pattern) => {
    const dng: SmallDng = {
      ...greyCard(0.1, [0.6, 1, 0.45], pattern),
      sample: (x, y) => 512 + ((x * 977 + y * 613) % 9000),
    };
    const native = (await develop(dng)).image.data;
    const reference = (await develop(dng, {}, "reference")).image.data;
    let worst = 0;
    for (let i = 0; i < native.length; i++) worst = Math.max(worst, Math.abs(native[i] - reference[i]));
    expect(worst).toBeLessThan(400);
  });

  test("decodes an ordinary picture without developing it", async () => {
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    const result = await decode({ source: jpeg, maxPixels: 1e6 }, {}, testContext());
    expect(result).toMatchObject({ image: { width: 40, height: 30 }, facts: { format: "jpeg" } });
    expect(result.development).toBeUndefined();
  });

  test.each([
    [new Uint8Array(), "input/empty"],
    [new TextEncoder().encode("not a picture at all"), "input/not-an-image"],
  ])("refuses what is no picture", async (bytes, code) => {
    const error = await decode({ source: bytes, maxPixels: 1e6 }, {}, testContext()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).code).toBe(code);
  });

  test("stops when the caller has cancelled", async () => {
    const context = testContext({ signal: AbortSignal.abort() });
    const source = buildDng(greyCard(0.1, [1, 1, 1]));
    await expect(decode({ source, maxPixels: 1e6 }, {}, context)).rejects.toMatchObject({ code: "cancelled" });
  });

  test("does not write to the file's bytes", async () => {
    const bytes = buildDng(greyCard(0.1, [0.6, 1, 0.45]));
    const copy = bytes.slice();
    await decode({ source: bytes, maxPixels: 1e6 }, {}, testContext());
    expect(bytes).toEqual(copy);
  });
});
