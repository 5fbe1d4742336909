import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PixelPool } from "../../../../src/image/index.ts";
import { lumaOf } from "../../../../src/ops/index.ts";
import { curveTable } from "../../../../src/stages/tone/curves/curve-table.ts";
import { curveOf, type ExposurePlan, planExposure } from "../../../../src/stages/tone/curves/exposure.ts";
import { coloursOf } from "../../../../src/stages/tone/curves/held-colours.ts";
import { seededRandom } from "../../../support/random.ts";

const plans = fc.record<ExposurePlan>({
  black: fc.double({ min: 0, max: 0.12, noNaN: true }),
  gain: fc.double({ min: 0.4, max: 4, noNaN: true }),
  sharpness: fc.double({ min: 1.3, max: 6, noNaN: true }),
  lift: fc.double({ min: 1, max: 2, noNaN: true }),
});

/** Luma samples spread evenly between two values. */
function lumaBetween(low: number, high: number): Float32Array {
  const random = seededRandom(3);
  return Float32Array.from({ length: 4000 }, () => low + (high - low) * random());
}

const wish = { targetLuma: 0.64, amount: 1, offsetEv: 0 };

describe("the exposure curve", () => {
  test("rises from 0 to 1 for every plan", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const curve = curveOf(plan);
        expect(curve(0)).toBe(0);
        expect(curve(1)).toBeCloseTo(1, 9);
        for (let i = 1; i <= 100; i++) expect(curve(i / 100)).toBeGreaterThanOrEqual(curve((i - 1) / 100));
      }),
      { seed: 20261120 },
    );
  });

  test("stays in range and rising in every row of the kernel's table", () => {
    fc.assert(
      fc.property(plans, fc.double({ min: 0, max: 1, noNaN: true }), (plan, localContrast) => {
        const table = curveTable(curveOf(plan), () => 1, localContrast, new PixelPool(0));
        for (let node = 0; node < 1024; node += 31) {
          const base = node / 1023;
          let previous = 0;
          for (let i = 0; i <= 50; i++) {
            const [y, u] = [i / 50, 1 - i / 50];
            const [p0, p1, q0, q1] = table.subarray(node * 5, node * 5 + 4);
            const mapped = y < base ? y * (p0 + p1 * y) : 1 - u * (q0 + q1 * u);
            expect(mapped).toBeGreaterThanOrEqual(previous - 2e-3);
            expect(mapped).toBeLessThanOrEqual(1 + 1e-6);
            previous = mapped;
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test("lifts a dark scene further before a bright sky, and least under a night sky with lights", () => {
    const luma = lumaBetween(0.01, 0.95).map((value) => value ** 2.5);
    const [night, plain, againstSky] = [{ night: 1 }, {}, { againstSky: 1 }].map(
      (seen) => planExposure(luma, { ...wish, ...seen }).lift,
    );
    expect(night).toBeGreaterThan(1);
    expect(night).toBeLessThan(1.3);
    expect(plain).toBeGreaterThan(night);
    expect(againstSky).toBeGreaterThan(plain);
  });

  test("leaves a well exposed picture nearly as it is", () => {
    const plan = planExposure(lumaBetween(0.02, 0.95), wish);
    const curve = curveOf({ ...plan });
    for (const value of [0.7, 0.8, 0.9]) expect(Math.abs(curve(value) - value)).toBeLessThan(0.1);
  });

  test("brightens the darker of two pictures more, but leaves it the darker one", () => {
    const [dark, light] = [0.4, 0.7].map((high) => {
      const luma = lumaBetween(0.05, high);
      return { curve: curveOf(planExposure(luma, wish)), median: (0.05 + high) / 2 };
    });
    expect(dark.curve(dark.median) / dark.median).toBeGreaterThan(light.curve(light.median) / light.median);
    expect(dark.curve(dark.median)).toBeLessThan(light.curve(light.median));
  });

  test("brightens a flower of full red only as far as it stays orange, and grey of the same luma further", () => {
    const random = seededRandom(5);
    const light = Float32Array.from({ length: 4096 }, () => 0.4 + 0.6 * random());
    const planned = (paint: readonly number[]) => {
      const data = new Float32Array(new SharedArrayBuffer(12 * light.length));
      for (let i = 0; i < data.length; i++) data[i] = paint[i % 3] * light[Math.floor(i / 3)];
      const small = { width: 64, height: 64, channels: 3, space: "srgb", factor: 1, data } as const;
      const luma = lumaOf(small);
      const colours = coloursOf(small, luma, luma);
      return {
        curve: curveOf(planExposure(luma, { ...wish, colours })),
        plain: curveOf(planExposure(luma, wish)),
        luma,
      };
    };
    const orange = planned([0.95, 0.25, 0.03]);
    const grey = planned([0.383, 0.383, 0.383]);
    // Its red is nearly full: a few of the brightest pixels may pale.
    const [high] = orange.luma.toSorted((a, b) => b - a);
    expect(orange.plain(high) / high).toBeGreaterThan(1.4);
    expect(orange.curve(high) / high).toBeLessThan(1.2);
    expect(grey.curve(high)).toBe(grey.plain(high));
  });
});
