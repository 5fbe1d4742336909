import { describe, expect, test } from "vitest";
import { type IntegerImage, share } from "../../../src/image/index.ts";
import { checkTone } from "../../../src/stages/check/index.ts";
import type { ToneResult } from "../../../src/stages/tone/index.ts";
import { changePixels } from "../../support/change-pixels.ts";
import { testContext } from "../../support/context.ts";
import { makeMovingBracket } from "../../support/moving-brackets.ts";
import { seededRandom } from "../../support/random.ts";
import { relateAndMerge } from "../../support/related-stages.ts";
import { tone } from "../../support/tone.ts";

const context = testContext();
const size = { width: 390, height: 260 };

async function mergedRoom(seed: number): Promise<IntegerImage> {
  const { frames, exposuresEv } = makeMovingBracket({ ...size, kind: "nothing", seed, evs: [-2, 0, 2], noise: 1 });
  return (await relateAndMerge(frames, {}, context, { exposuresEv })).image;
}

const kept = (image: IntegerImage) => share(image, context.memory);

const measuresOf = async (before: IntegerImage, after: IntegerImage, light?: ToneResult["light"]) =>
  (await checkTone({ before: kept(before), after: kept(after), map: light }, {}, context)).findings.map(
    ({ measure }) => measure,
  );

const random = seededRandom(9);
const inPatch = (u: number, v: number) => u > 0.3 && u < 0.6 && v > 0.3 && v < 0.7;

describe("checkTone", () => {
  test("finds nothing in what the tone stage does, also at its strongest", async () => {
    for (const seed of [3, 6, 8]) {
      const before = await mergedRoom(seed);
      for (const options of [{}, { localContrast: 1, saturation: 1, exposureEv: 0.5 }]) {
        const { image, light } = await tone({ image: kept(before) }, options, context);
        expect(await measuresOf(before, image, light)).toEqual([]);
      }
    }
  });

  test.each([
    [
      "tone-colour",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u) =>
          Math.floor(u * 30) % 3 === 0 ? [r + 0.15, g - 0.15, b + 0.1] : [r, g, b],
        ),
    ],
    [
      "tone-tint",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u, v) => (inPatch(u, v) ? [r * 1.15, g / 1.15, b * 1.15] : [r, g, b])),
    ],
    [
      "tone-edges",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u, v) => (inPatch(u, v) ? [r * 0.85, g * 0.85, b * 0.85] : [r, g, b])),
    ],
    [
      "tone-contrast",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u, v) => (inPatch(u, v) ? [1 - r, 1 - g, 1 - b] : [r, g, b])),
    ],
    [
      "tone-detail",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u, v) => {
          const speck = inPatch(u, v) ? 1.2 * (random() - 0.5) : 0;
          return [r + speck, g + speck, b + speck];
        }),
    ],
    [
      "tone-seams",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b], u, v) => {
          const gain = (Math.floor(u * 24) + Math.floor(v * 16)) % 2 === 0 ? 1.5 : 1;
          return [r * gain, g * gain, b * gain];
        }),
    ],
    ["tone-clipped", (image: IntegerImage) => changePixels(image, ([r, g, b]) => [r * 2.2, g * 2.2, b * 2.2])],
    [
      "tone-noise",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b]) => {
          const grain = 0.1 * (random() - 0.5);
          return [r + grain, g + grain, b + grain];
        }),
    ],
    [
      "tone-posterised",
      (image: IntegerImage) =>
        changePixels(image, ([r, g, b]) => [Math.round(r * 7) / 7, Math.round(g * 7) / 7, Math.round(b * 7) / 7]),
    ],
  ] as const)("finds %s", async (measure, plant) => {
    const before = await mergedRoom(6);
    expect(await measuresOf(before, plant(before))).toContain(measure);
  });

  test("a colour may pale where a channel would clip, and not turn", async () => {
    const onWall = (u: number) => u < 0.4;
    const before = changePixels(await mergedRoom(6), (rgb, u) => (onWall(u) ? [0.79, 0.35, 0.09] : rgb));
    const toned = (wall: readonly [number, number, number]) =>
      changePixels(before, ([r, g, b], u) => (onWall(u) ? wall : [r ** 0.65, g ** 0.65, b ** 0.65]));
    expect(await measuresOf(before, toned([0.92, 0.56, 0.36]))).not.toContain("tone-colour");
    expect(await measuresOf(before, toned([0.92, 0.5, 0.75]))).toContain("tone-colour");
  });

  test("vividness may carry a jump from one channel into another", async () => {
    const grain = seededRandom(4);
    const before = changePixels(await mergedRoom(3), () => [0.3 + 0.3 * grain(), 0.4, 0.4]);
    const vivid = changePixels(before, ([r, g, b]) => {
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      return [luma + 2.5 * (r - luma), luma + 2.5 * (g - luma), luma + 2.5 * (b - luma)];
    });
    expect(await measuresOf(before, vivid)).not.toContain("tone-seams");
  });

  test("lamps, windows and sky may be white", async () => {
    const before = await mergedRoom(3);
    const blown = changePixels(before, ([r, g, b]) => [r * 2.2, g * 2.2, b * 2.2]);
    const { width, height } = before;
    const plane = (value: number) => new Float32Array(width * height).fill(value);
    const map = { width, height, lifts: plane(1), veils: plane(0) };
    expect(await measuresOf(before, blown, { ...map, sources: plane(0) })).toContain("tone-clipped");
    expect(await measuresOf(before, blown, { ...map, sources: plane(1) })).not.toContain("tone-clipped");
  });

  test("a global curve and a white balance explain themselves", async () => {
    const before = await mergedRoom(6);
    const after = changePixels(before, ([r, g, b]) => [1.06 * r ** 0.8, g ** 0.8, 0.92 * b ** 0.8]);
    expect(await measuresOf(before, after)).toEqual([]);
  });
});
