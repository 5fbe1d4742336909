import { describe, expect, test } from "vitest";
import {
  applyHomography,
  type Homography,
  type IntegerImage,
  identityHomography,
  type U8,
  type U16,
} from "../../../src/image/index.ts";
import {
  correctPoint,
  distortPoint,
  type LensCorrection,
  type PictureGeometry,
  vignettingGain,
} from "../../../src/ops/index.ts";
import { lens } from "../../../src/stages/lens/index.ts";
import { rectify } from "../../../src/stages/rectify/index.ts";
import { testContext } from "../../support/context.ts";
import { lensDatabase, lensPhoto } from "../../support/lens-database.ts";
import { randomSamples } from "../../support/random.ts";

type Paint = (x: number, y: number, channel: number) => number;

function paint(width: number, height: number, bits: 8 | 16, colorOf: Paint): IntegerImage {
  const buffer = new SharedArrayBuffer((width * height * 3 * bits) / 8);
  const data: U8 | U16 = bits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) for (let c = 0; c < 3; c++) data[i++] = Math.round(colorOf(x, y, c));
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const noise = (width: number, height: number): IntegerImage => ({
  width,
  height,
  channels: 3,
  data: randomSamples(width * height * 3, 8, 3),
  space: "srgb",
});

async function correctionFor(width: number, height: number): Promise<LensCorrection> {
  const photo = lensPhoto("SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 16, 5.6);
  const input = { photo, width, height, database: lensDatabase(), developed: false };
  const { correction } = await lens(input, {}, testContext());
  if (!correction) throw new Error("no correction");
  return correction;
}

const tilt: Homography = [1.05, 0.02, -9, 0.01, 1.03, -7, 2e-5, 1e-5, 1];

describe("rectify", () => {
  test("hands back the same picture when there is nothing to do", async () => {
    const image = noise(30, 20);
    const crop = { x: 0, y: 0, width: 30, height: 20 };
    for (const geometry of [{}, { crop }]) {
      const result = await rectify({ image, ...geometry }, {}, testContext());
      expect([result.image === image, result.applied, result.reason]).toEqual([true, false, "no geometry to correct"]);
    }
  });

  test("takes the scene's light with the picture", async () => {
    const light = { width: 30, height: 20, factor: 1, stops: Float32Array.from({ length: 600 }, (_, i) => i % 30) };
    const crop = { x: 8, y: 4, width: 12, height: 10 };
    const cropped = await rectify({ image: noise(30, 20), light, crop }, {}, testContext());
    expect([cropped.light?.width, cropped.light?.height]).toEqual([12, 10]);
    expect([...(cropped.light?.stops.subarray(0, 3) ?? [])]).toEqual([8, 9, 10]);
    const whole = await rectify({ image: noise(30, 20), light }, {}, testContext());
    expect(whole.light).toBe(light);
  });

  test("shows a straight line straight that the lens had bent", async () => {
    const [width, height] = [600, 400];
    const { tca: _, vignetting: __, ...correction } = await correctionFor(width, height);
    // A soft dark line along y = 30 of the corrected picture, drawn where the lens puts it.
    const bent = paint(width, height, 16, (x, y) => {
      const distance = correctPoint(correction, x, y).y - 30;
      return 50000 - 40000 * Math.exp(-(distance ** 2) / 8);
    });
    const centreOfLine = ({ data }: IntegerImage, x: number): number => {
      let [sum, weight] = [0, 0];
      for (let y = 0; y < 60; y++) {
        const darkness = 50000 - data[(y * width + x) * 3 + 1];
        sum += y * darkness;
        weight += darkness;
      }
      return sum / weight;
    };
    const sag = (image: IntegerImage): number =>
      Math.abs((centreOfLine(image, 20) + centreOfLine(image, 580)) / 2 - centreOfLine(image, 300));
    const { image } = await rectify({ image: bent, correction }, {}, testContext());
    expect(sag(bent)).toBeGreaterThan(3);
    expect(sag(image)).toBeLessThan(0.05);
    expect(centreOfLine(image, 100)).toBeCloseTo(30, 1);
  });

  test.each([
    [3000, 2000],
    [1500, 1000],
    [333, 517],
  ])("follows the exact map within 0.02 px at %i × %i", async (width, height) => {
    const correction = await correctionFor(width, height);
    // A ramp, which the kernel leaves as it is, shows where each sample came from.
    const ramp = paint(width, height, 16, (x, y, c) => 200 + (c === 1 ? y * (60000 / height) : x * (60000 / width)));
    const unlit = { ...correction, vignetting: undefined } as unknown as LensCorrection;
    const crop = { x: Math.floor(width * 0.6), y: 0, width: width - Math.floor(width * 0.6), height: 120 };
    const { image } = await rectify({ image: ramp, correction: unlit, homography: tilt, crop }, {}, testContext());
    let worst = 0;
    for (let y = 3; y < crop.height - 3; y += 5) {
      for (let x = 3; x < crop.width - 3; x += 5) {
        const ideal = applyHomography(tilt, x + crop.x, y);
        for (const c of [0, 1, 2]) {
          const exact = distortPoint(correction, ideal.x, ideal.y, c);
          const isInside = exact.x > 2 && exact.x < width - 3 && exact.y > 2 && exact.y < height - 3;
          const slope = c === 1 ? 60000 / height : 60000 / width;
          const found = (image.data[(y * crop.width + x) * 3 + c] - 200) / slope;
          // The ramp's own rounding is half a level.
          const error = Math.abs(found - (c === 1 ? exact.y : exact.x)) - 1 / slope;
          if (isInside) worst = Math.max(worst, error);
        }
      }
    }
    expect(worst).toBeLessThan(0.02);
  });

  test("lights the corners as much as the lens darkened them", async () => {
    const [width, height] = [600, 400];
    const { vignetting } = await correctionFor(width, height);
    if (!vignetting) throw new Error("no vignetting");
    const correction: LensCorrection = { width, height, scale: 1, vignetting };
    const encode = (light: number): number => (1.055 * light ** (1 / 2.4) - 0.055) * 65535;
    const dark = paint(width, height, 16, (x, y) => encode(0.18 / vignettingGain(correction, x, y)));
    const { image } = await rectify({ image: dark, correction }, {}, testContext());
    let worst = 0;
    for (const value of image.data) worst = Math.max(worst, Math.abs(value - encode(0.18)));
    expect(worst).toBeLessThan(128);
  });

  test("gives the same bytes whatever the bands, and the reference kernel agrees within a level", async () => {
    const image = noise(210, 140);
    const geometry = { correction: await correctionFor(210, 140), homography: tilt };
    const whole = await rectify({ image, ...geometry }, {}, testContext());
    const banded = await rectify({ image, ...geometry }, {}, testContext({ bandRows: 9 }));
    expect(banded.image.data).toEqual(whole.image.data);
    const reference = await rectify({ image, ...geometry }, {}, testContext({ kernels: "reference" }));
    const differences = [...reference.image.data].map((value, i) => Math.abs(value - whole.image.data[i]));
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  test("cuts out whole pixels untouched, and keeps the sample type", async () => {
    for (const bits of [8, 16] as const) {
      const image = paint(50, 40, bits, (x, y, c) => 3 * x + 2 * y + c);
      const crop = { x: 7, y: 5, width: 20, height: 10 };
      const { image: part, applied } = await rectify({ image, crop }, {}, testContext());
      expect([part.width, part.height, applied, part.data.BYTES_PER_ELEMENT * 8]).toEqual([20, 10, true, bits]);
      expect(part.data[(3 * 20 + 4) * 3 + 1]).toBe(3 * 11 + 2 * 8 + 1);
    }
  });

  test("does not write to its input, and cancels", async () => {
    const image = noise(64, 48);
    const before = image.data.slice();
    await rectify({ image, homography: tilt }, {}, testContext());
    expect(image.data).toEqual(before);
    const signal = AbortSignal.abort();
    const aborted = rectify({ image, homography: tilt }, {}, testContext({ signal }));
    await expect(aborted).rejects.toMatchObject({ code: "cancelled" });
  });

  test.each<[string, PictureGeometry]>([
    ["a correction for another size", { correction: { width: 10, height: 10, scale: 1 } }],
    ["a homography that is none", { homography: identityHomography.map(() => Number.NaN) as unknown as Homography }],
    ["a crop of nothing", { crop: { x: 0, y: 0, width: 0, height: 5 } }],
    ["a crop of half pixels", { crop: { x: 0.5, y: 0, width: 5, height: 5 } }],
  ])("refuses %s", async (_, geometry) => {
    await expect(rectify({ image: noise(20, 20), ...geometry }, {}, testContext())).rejects.toMatchObject({
      code: "internal",
    });
  });

  test("survives a horizon that runs through the picture", async () => {
    const horizon: Homography = [1, 0, 0, 0, 1, 0, 0, -0.05, 1];
    const { image } = await rectify({ image: noise(40, 40), homography: horizon }, {}, testContext());
    expect(image.data).toHaveLength(4800);
  });
});
