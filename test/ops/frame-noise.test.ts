import { describe, expect, test } from "vitest";
import { noiseSigma } from "../../fixtures/scene/expose.ts";
import { decodeSrgb, encodeSrgb, type IntegerImage } from "../../src/image/index.ts";
import { type FrameNoise, measureNoise, noiseAt } from "../../src/ops/index.ts";
import { testContext } from "../support/context.ts";
import { makeMovingBracket } from "../support/moving-brackets.ts";
import { seededRandom } from "../support/random.ts";
import { asJpeg } from "../support/still-frames.ts";

const context = testContext();
const size = { width: 900, height: 600 };
const tones = [0.1, 0.2, 0.35, 0.5, 0.7];

/** What a camera of that much noise has at a display value, with rounding to 8 bits. */
function injected(noise: number, value: number): number {
  const light = decodeSrgb(value);
  const slope = (encodeSrgb(light + 1e-4) - encodeSrgb(light - 1e-4)) / 2e-4;
  return Math.hypot(noise * noiseSigma(light) * slope, 1 / 255 / Math.sqrt(12));
}

function take(ev: number, noise: number, seed = 3): IntegerImage {
  return makeMovingBracket({ ...size, kind: "nothing", seed, evs: [ev], noise }).frames[0];
}

/** The largest deviation of what was read from what was put in, as a share. */
function misreading(noise: FrameNoise, amount: number): number {
  return Math.max(...tones.map((tone) => Math.abs(noiseAt(noise, tone) / injected(amount, tone) - 1)));
}

describe("measureNoise", () => {
  test.each([
    [1, -4],
    [2, -4],
    [4, -4],
    [8, -4],
    [2, -2],
    [4, -2],
    [8, -2],
  ])("reads %i times the noise of ISO 100 back from a room at %i EV within 15 %%", async (amount, ev) => {
    expect(misreading(await measureNoise(take(ev, amount), context), amount)).toBeLessThan(0.15);
  });

  test("reads no noise where there is none but rounding", async () => {
    const noise = await measureNoise(take(-2, 0), context);
    for (const tone of tones) expect(255 * noiseAt(noise, tone)).toBeLessThan(0.5);
  });

  test("still sees what JPEG leaves of noise", async () => {
    const [jpeg, clean] = [await asJpeg(88)(take(-2, 6), 0), await asJpeg(88)(take(-2, 0), 0)];
    const [left, least] = [await measureNoise(jpeg, context), await measureNoise(clean, context)];
    expect(noiseAt(left, 0.2)).toBeGreaterThan(4 * noiseAt(least, 0.2));
  });

  test("takes 16 bits as 8", async () => {
    const frame = take(-2, 4);
    const wide = Uint16Array.from(frame.data, (value) => 257 * value) as unknown as IntegerImage["data"];
    const narrow = await measureNoise(frame, context);
    const other = await measureNoise({ ...frame, data: wide }, context);
    expect(other.perLight).toBeCloseTo(narrow.perLight, 9);
    expect(other.rounding).toBeLessThan(narrow.rounding);
  });

  test("says rounding where nothing can be read: a white picture, a few pixels, wild texture in few places", async () => {
    const random = seededRandom(1);
    const made = (width: number, height: number, value: () => number): IntegerImage => {
      const data = Uint8Array.from({ length: 3 * width * height }, value) as unknown as IntegerImage["data"];
      return { width, height, channels: 3, data, space: "srgb" };
    };
    for (const picture of [made(100, 100, () => 255), made(8, 5, () => 90), made(60, 40, () => 255 * random())]) {
      expect(255 * noiseAt(await measureNoise(picture, context), 0.3)).toBeCloseTo(1 / Math.sqrt(12), 6);
    }
  });
});
