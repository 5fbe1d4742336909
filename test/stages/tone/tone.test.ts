import { describe, expect, test } from "vitest";
import { EngineError } from "../../../src/errors/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { planPicture } from "../../../src/pipeline/plan-picture.ts";
import {
  type PlannedTone,
  type ToneInput,
  type ToneOptionsInput,
  type ToneRequest,
  tone as toneStage,
} from "../../../src/stages/tone/index.ts";
import { testContext } from "../../support/context.ts";
import { tone } from "../../support/tone.ts";
import { clippedShareOf, type Paint, paint, room, to16 } from "./scenes.ts";

async function toned(
  image: IntegerImage,
  options: ToneOptionsInput = {},
  setting: Omit<ToneInput, "image" | "plan"> = {},
) {
  return tone({ image, ...setting }, options, testContext());
}

/** The R, G, B of the pixel at (x, y). */
function pixel(image: IntegerImage, x: number, y: number): number[] {
  const at = (y * image.width + x) * 3;
  return [...image.data.subarray(at, at + 3)];
}

function medianOf(image: IntegerImage): number {
  const green = [...image.data].filter((_, i) => i % 3 === 1).sort((a, b) => a - b);
  return green[green.length >> 1];
}

const greyRamp: Paint = (x) => [x, x, x];

describe("tone", () => {
  test("leaves the picture alone at strength 0 and says why", async () => {
    const image = room(64, 48);
    expect(await toned(image, { toneStrength: 0 })).toEqual({ image, applied: false, reason: "the strength is 0" });
  });

  test("does not write to its input", async () => {
    const image = room(96, 64);
    const before = image.data.slice();
    await toned(image);
    expect(image.data).toEqual(before);
  });

  test("keeps a grey ramp grey and rising", async () => {
    const { image } = await toned(paint(256, 32, greyRamp));
    for (let x = 0; x < 256; x++) {
      const [r, g, b] = pixel(image, x, 16);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(1);
      if (x > 0) expect(g).toBeGreaterThanOrEqual(pixel(image, x - 1, 16)[1]);
    }
  });

  test.each([8, 16] as const)("keeps a flat field flat (%i bits)", async (bits) => {
    const flat = paint(80, 60, () => [90, 90, 90]);
    const { image } = await toned(bits === 8 ? flat : to16(flat));
    expect(new Set(image.data).size).toBe(1);
  });

  test("brightens a dark room most of the way to the target", async () => {
    const { image, facts } = await toned(room(160, 120, { exposure: 0.6 }));
    expect(facts?.medianLightness.before).toBeLessThan(44);
    expect(facts?.medianLightness.after).toBeGreaterThan(56);
    expect(medianOf(image)).toBeGreaterThan(130);
  });

  test("puts the asked stops on top of the automatic exposure", async () => {
    const image = room(160, 120, { exposure: 0.7 });
    const median = async (exposureEv: number) => medianOf((await toned(image, { exposureEv })).image);
    expect(await median(1)).toBeGreaterThan((await median(0)) + 15);
    expect(await median(-1)).toBeLessThan((await median(0)) - 25);
  });

  test("says that nothing was done when every step is switched off", async () => {
    const off = { autoExposure: 0, whiteBalance: 0, localContrast: 0, saturation: 0 };
    const image = room(64, 48);
    expect(await toned(image, off)).toEqual({ image, applied: false, reason: "the picture is balanced already" });
  });

  test("takes colour away when asked, without changing lightness", async () => {
    const image = room(96, 64);
    const off = { autoExposure: 0, whiteBalance: 0, localContrast: 0 };
    const [r, g, b] = pixel((await toned(image, { ...off, saturation: -1 })).image, 30, 60);
    const [r0, g0, b0] = pixel(image, 30, 60);
    expect(r - b).toBeLessThan(0.3 * (r0 - b0));
    expect(Math.abs(0.2126 * (r - r0) + 0.7152 * (g - g0) + 0.0722 * (b - b0))).toBeLessThan(2);
  });

  test("changes a toned picture much less than the first time", async () => {
    const first = room(160, 120, { exposure: 0.75, cast: [1.08, 1, 0.9] });
    const once = (await toned(first)).image;
    const twice = (await toned(once)).image;
    expect(meanDifference(once, twice)).toBeLessThan(0.4 * meanDifference(first, once));
  });

  test("does not make a blown picture worse", async () => {
    const blown = room(160, 120, { exposure: 1.9 });
    const { image } = await toned(blown);
    expect(clippedShareOf(image)).toBeLessThanOrEqual(clippedShareOf(blown));
    expect(medianOf(image)).toBeLessThanOrEqual(medianOf(blown));
  });

  test.each([0.3, 0.6, 1, 1.4])(
    "never lets clipping grow by more than a thousandth (exposure %s)",
    async (exposure) => {
      const image = room(160, 120, { exposure });
      for (const options of [{}, { exposureEv: 2 }, { saturation: 1, localContrast: 1, targetLightness: 80 }]) {
        const result = await toned(image, options);
        expect(clippedShareOf(result.image) - clippedShareOf(image)).toBeLessThanOrEqual(0.001);
      }
    },
  );

  test("takes a cast off a grey wall, but not all of a strong one", async () => {
    const warm = (amount: number) => paint(96, 64, () => [140 * (1 + amount), 140, 140 * (1 - amount)]);
    const spread = (image: IntegerImage) => pixel(image, 48, 32)[0] / pixel(image, 48, 32)[2];
    const mild = await toned(warm(0.05), { saturation: 0 });
    expect(spread(mild.image)).toBeLessThan(1 + 0.5 * (spread(warm(0.05)) - 1));
    expect(spread(mild.image)).toBeGreaterThanOrEqual(1);
    const strong = await toned(warm(0.3), { saturation: 0 });
    expect(spread(strong.image)).toBeGreaterThan(1.5);
  });

  test("balances a lamp's corner without making the window's corner cooler", async () => {
    const mixed = paint(400, 200, (x) => (x < 200 ? [158, 150, 138] : [148, 150, 154]));
    const { image, facts } = await toned(mixed, { saturation: 0 });
    const warmth = (picture: IntegerImage, x: number) =>
      Math.log(pixel(picture, x, 100)[0] / pixel(picture, x, 100)[2]);
    expect(warmth(image, 20)).toBeLessThan(0.7 * warmth(mixed, 20));
    expect(warmth(image, 380)).toBeGreaterThan(warmth(mixed, 380) - 0.02);
    expect(facts?.whiteBalance.spreadMired).toBeGreaterThan(2);
  });

  test("draws no halo on the wall beside a bright window", async () => {
    const wall = 110;
    const image = paint(400, 200, (x) => (x < 200 ? [wall, wall, wall] : [245, 245, 245]));
    const result = await toned(image, { localContrast: 1 });
    const far = pixel(result.image, 20, 100)[1];
    for (let x = 20; x < 199; x++) expect(Math.abs(pixel(result.image, x, 100)[1] - far)).toBeLessThanOrEqual(1);
  });

  test("gives the same picture from 8 and from 16 bits", async () => {
    const image = room(160, 120, { exposure: 0.6 });
    const eight = (await toned(image)).image;
    const sixteen = (await toned(to16(image))).image;
    expect(sixteen.data).toBeInstanceOf(Uint16Array);
    expect(largestDifference(to16(eight), sixteen)).toBeLessThanOrEqual(257);
  });

  test("gives the bits that are asked for", async () => {
    const image = room(64, 48, { exposure: 0.6 });
    expect((await toned(to16(image), {}, { outputBits: 8 })).image.data).toBeInstanceOf(Uint8Array);
    expect((await toned(image, {}, { outputBits: 16 })).image.data).toBeInstanceOf(Uint16Array);
  });

  test("rolls with a full circle, so that its seam stays invisible", async () => {
    const image = room(1280, 160, { exposure: 0.5 });
    const shift = 320;
    const roll = ({ data, ...rest }: IntegerImage): IntegerImage => {
      const rolled = data.slice();
      for (let i = 0; i < rolled.length; i++) {
        const [y, x] = [Math.floor(i / 3840), i % 3840];
        rolled[y * 3840 + ((x + shift * 3) % 3840)] = data[i];
      }
      return { ...rest, data: rolled as never };
    };
    const here = roll((await toned(image, {}, { wrapX: true })).image);
    const there = (await toned(roll(image), {}, { wrapX: true })).image;
    expect(largestDifference(here, there)).toBeLessThanOrEqual(1);
  });

  test("gives the same bytes whatever the bands", async () => {
    const image = room(160, 120, { exposure: 0.6 });
    const whole = await tone({ image }, {}, testContext({ bandRows: 120 }));
    const bands = await tone({ image }, {}, testContext({ bandRows: 7 }));
    expect(bands.image.data).toEqual(whole.image.data);
  });

  test.each([
    [1, 1],
    [1, 200],
    [300, 2],
  ])("works at %i × %i", async (width, height) => {
    const { image } = await toned(room(width, height, { exposure: 0.5 }));
    expect([image.width, image.height]).toEqual([width, height]);
  });

  test("refuses an unknown option and a picture that is not display RGB", async () => {
    await expect(toned(room(8, 8), { exposureEV: 1 } as never)).rejects.toThrow(EngineError);
    await expect(toned({ ...room(8, 8), space: "linear-srgb" })).rejects.toThrow(/display sRGB/);
  });

  test("gives the same pixels and facts where another thread plans", async () => {
    const image = room(301, 200);
    const context = testContext();
    const here = await tone({ image }, {}, context);
    const plan = async (request: ToneRequest) =>
      structuredClone(planPicture(structuredClone(request), context.memory)) as PlannedTone;
    const there = await toneStage({ image, plan }, {}, context);
    expect(there).toEqual(here);
    expect(there.applied).toBe(true);
  });

  test("stops when the caller has cancelled", async () => {
    const context = testContext({ signal: AbortSignal.abort() });
    await expect(tone({ image: room(64, 48) }, {}, context)).rejects.toMatchObject({ kind: "cancelled" });
  });
});

function largestDifference(a: IntegerImage, b: IntegerImage): number {
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) largest = Math.max(largest, Math.abs(a.data[i] - b.data[i]));
  return largest;
}

function meanDifference(a: IntegerImage, b: IntegerImage): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i] - b.data[i]);
  return sum / a.data.length;
}
