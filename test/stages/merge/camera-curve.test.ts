import { describe, expect, test } from "vitest";
import { createScene, renderBracket } from "../../../fixtures/scene/index.ts";
import { seededNormal } from "../../../fixtures/scene/random.ts";
import { decodeSrgb, encodeSrgb, type IntegerImage } from "../../../src/image/index.ts";
import { cameraCurve } from "../../../src/stages/merge/camera-curve.ts";
import { merge } from "../../../src/stages/merge/index.ts";
import { curveOf, srgbCurve } from "../../support/camera-curves.ts";
import { testContext } from "../../support/context.ts";
import { relateFrames } from "../../support/related-stages.ts";

type Frames = [IntegerImage, ...IntegerImage[]];

/** An S: slope 1.6 in the mid-tones, flat at both ends. */
const contrasty = (value: number) => value + 0.9 * value * (1 - value) * (value - 0.4);
const evs = [-4, -2, 0, 2];
const exposuresEv = evs.map((ev) => 8 - ev);
const plain = renderBracket(createScene({ room: "living", windowEv: 5 }), {
  ...{ width: 390, height: 260, evs, noise: 1 },
}).map(({ image }) => image) as Frames;

function bent({ data, ...frame }: IntegerImage): IntegerImage {
  const curve = Uint8Array.from({ length: 256 }, (_, i) => Math.round(255 * contrasty(i / 255)));
  return { ...frame, data: data.map((value) => curve[value]) as never };
}

describe("a camera's curve", () => {
  test("is sRGB's where light is what decoded display values are", () => {
    for (const value of [0.1, 0.2, 0.46, 0.8, 0.97]) {
      expect(srgbCurve.lightOf(value)).toBeCloseTo(Math.log2(decodeSrgb(value)), 1);
      expect(srgbCurve.displayOf(Math.log2(decodeSrgb(value)))).toBeCloseTo(value, 2);
    }
    expect(srgbCurve.displayOf(1)).toBeCloseTo(encodeSrgb(2), 2);
    expect(srgbCurve.displayOf(-30)).toBeLessThan(1e-6);
  });

  test("is its own inverse, also where the table falls", () => {
    const dented = cameraCurve(Float32Array.from({ length: 257 }, (_, i) => (i === 100 ? -9 : i / 32 - 8)));
    const curve = curveOf((value) => decodeSrgb(value) ** 1.5);
    for (const { lightOf, displayOf } of [dented, curve])
      for (const value of [0.1, 0.3, 0.6, 0.9]) expect(displayOf(lightOf(value))).toBeCloseTo(value, 3);
  });

  test("stays within bounds where a fit makes no sense", () => {
    const flat = cameraCurve(new Float32Array(257));
    const cliff = cameraCurve(Float32Array.from({ length: 257 }, (_, i) => (i < 200 ? -1e6 : 0)));
    for (const { perStop, lightOf, displayOf } of [flat, cliff]) {
      expect(perStop).toBeGreaterThanOrEqual(0.25);
      expect(perStop).toBeLessThanOrEqual(4);
      for (const value of [0, 0.01, 0.3, 1]) expect(lightOf(value)).toBeGreaterThanOrEqual(-16);
      for (const stops of [-40, -3, 0, 5]) expect(displayOf(stops)).toBeGreaterThanOrEqual(0);
    }
  });

  test("agrees with sRGB at middle grey", () => {
    const { lightOf } = curveOf((value) => decodeSrgb(value) ** 1.5);
    expect(lightOf(encodeSrgb(0.18))).toBeCloseTo(Math.log2(0.18), 2);
  });

  test("predicts from a frame what a brighter one shows", async () => {
    const { relation } = await relateFrames(plain.map(bent) as Frames, testContext(), exposuresEv);
    const { lightOf, displayOf } = cameraCurve(relation.light);
    const [, { stops }] = relation.links;
    for (const value of [0.25, 0.4, 0.55]) {
      const light = decodeSrgb(value);
      const shown = displayOf(lightOf(contrasty(value)) + stops);
      expect(Math.abs(shown - Math.min(1, contrasty(encodeSrgb(Math.min(1, 4 * light)))))).toBeLessThan(0.1);
    }
  });
});

describe("light that falls off from a lamp, by a camera of strong contrast", () => {
  const [width, height, brightStops] = [390, 260, 6];
  const steep = (value: number) => 0.12 + 0.88 * value * value * (3 - 2 * value);
  /** A wall whose light falls from the left edge to the right one. */
  const frames = evs.map((ev) => {
    const dice = seededNormal(ev + 9);
    const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
    for (let i = 0; i < data.length; i++) {
      const x = Math.floor(i / 3) % width;
      const light = 0.02 * 2 ** (brightStops * (1 - x / width) + ev + 2);
      data[i] = Math.min(255, Math.max(0, Math.round(255 * steep(encodeSrgb(Math.min(1, light))) + dice())));
    }
    return { width, height, channels: 3, data, space: "srgb" } as IntegerImage;
  }) as Frames;
  const maxRise = async (isKnown: boolean) => {
    const context = testContext();
    const { relation } = await relateFrames(frames, context, exposuresEv);
    const steps = relation.light.length - 1;
    const plainLight = Float32Array.from({ length: steps + 1 }, (_, i) => srgbCurve.lightOf(i / steps));
    const { image } = await merge(
      { frames, relation: isKnown ? relation : { ...relation, light: plainLight } },
      { windowPull: "strong" },
      context,
    );
    const columns = Array.from({ length: width }, (_, x) => {
      let sum = 0;
      for (let y = 0; y < height; y++) sum += image.data[3 * (y * width + x)];
      return sum / height / 65535;
    });
    return Math.max(...columns.map((each, x) => each - Math.min(...columns.slice(0, x + 1))));
  };

  test("falls off in the picture, too", async () => {
    expect(await maxRise(true)).toBeLessThan(0.01);
  });

  test("does not, were display values taken for light", async () => {
    expect(await maxRise(false)).toBeGreaterThan(0.012);
  });
});
