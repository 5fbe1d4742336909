import { describe, expect, test } from "vitest";
import { correctPoint, distortPoint, growsUpTo, type LensCorrection, vignettingGain } from "../../src/ops/index.ts";

const barrel: LensCorrection = {
  width: 6000,
  height: 4000,
  scale: 1.02,
  distortion: { unitsPerPx: 1 / 2000, terms: [0.98, 0.01, 0.04, -0.03, 0] },
  tca: { unitsPerPx: 1 / 2000, red: [1.0003, 0, 0.0001], blue: [0.9998, 0, 0] },
  vignetting: { unitsPerPx: 1 / 3605, terms: [-0.6, 0.2, -0.1] },
};

describe("distortPoint", () => {
  test("is undone by correctPoint all over the frame", () => {
    for (let y = 0; y < 4000; y += 333) {
      for (let x = 0; x < 6000; x += 333) {
        const source = distortPoint(barrel, x, y, 1);
        const back = correctPoint(barrel, source.x, source.y);
        expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(0.001);
      }
    }
  });

  test("moves red out and blue in from green, and the centre nowhere", () => {
    const [red, green, blue] = [0, 1, 2].map((channel) => distortPoint(barrel, 5999, 3999, channel).x);
    expect(red).toBeGreaterThan(green);
    expect(blue).toBeLessThan(green);
    expect(distortPoint(barrel, 2999.5, 1999.5, 0)).toEqual({ x: 2999.5, y: 1999.5 });
  });
});

test("vignettingGain grows towards the corners and is 1 without a model", () => {
  expect(vignettingGain(barrel, 2999.5, 1999.5)).toBe(1);
  expect(vignettingGain(barrel, 0, 0)).toBeCloseTo(1 / (1 - 0.6 + 0.2 - 0.1), 3);
  expect(vignettingGain({ ...barrel, vignetting: { unitsPerPx: 1, terms: [-1, 0, 0] } }, 0, 0)).toBe(16);
  const { vignetting: _, ...without } = barrel;
  expect(vignettingGain(without, 0, 0)).toBe(1);
});

test("growsUpTo tells a model that folds back", () => {
  const unitsPerPx = 1 / 1000;
  expect(growsUpTo({ unitsPerPx, terms: [1, 0, -0.1, 0, 0] }, 1000)).toBe(true);
  expect(growsUpTo({ unitsPerPx, terms: [1, 0, -0.4, 0, 0] }, 1000)).toBe(false);
});
