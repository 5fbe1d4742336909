import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

const scaled = (diagonal: number) => f32Of([diagonal, 0, 0, 0, diagonal, 0, 0, 0, diagonal]);

/** The same change everywhere. */
function mapPixel(pixel: readonly number[], change: readonly number[], encoded: 0 | 1 = 0): readonly number[] {
  const source = u16(3);
  source.set(pixel);
  const args: KernelArgs["hueSatMap"] = {
    source,
    target: source,
    table: f32Of(Array.from({ length: 12 * 2 }, () => change).flat()),
    forward: scaled(1 / 65535),
    backward: scaled(65535),
    clip: f32Of([65535, 65535, 65535]),
    width: 1,
    height: 1,
    hues: 12,
    saturations: 2,
    values: 1,
    encoded,
  };
  kernelSet("reference").hueSatMap(args, 0, 1, new Int32Array(1));
  return [...source];
}

describe("hueSatMap", () => {
  test.each([
    ["no change leaves a pixel", [30_000, 2000, 9000], [0, 1, 1], [30_000, 2000, 9000]],
    ["120 degrees make red green", [30_000, 2000, 2000], [120, 1, 1], [2000, 30_000, 2000]],
    ["hues wrap: -120 degrees make red blue", [30_000, 2000, 2000], [-120, 1, 1], [2000, 2000, 30_000]],
    ["no saturation makes it grey", [30_000, 2000, 9000], [0, 0, 1], [30_000, 30_000, 30_000]],
    ["half the saturation halves the span", [30_000, 10_000, 20_000], [0, 0.5, 1], [30_000, 20_000, 25_000]],
    ["half the value halves the light", [30_000, 2000, 9000], [0, 1, 0.5], [15_000, 1000, 4500]],
    ["black stays black", [0, 0, 0], [90, 2, 3], [0, 0, 0]],
    ["what clips stays for the highlights to rebuild", [65_535, 9000, 9000], [90, 0, 0.5], [65_535, 9000, 9000]],
  ])("%s", (_, pixel, change, expected) => {
    mapPixel(pixel, change).forEach((value, c) => {
      expect(Math.abs(value - expected[c])).toBeLessThanOrEqual(1);
    });
  });

  test("encoded values are scaled as they are displayed", () => {
    const [linear] = mapPixel([30_000, 30_000, 30_000], [0, 1, 0.5]);
    const [encoded] = mapPixel([30_000, 30_000, 30_000], [0, 1, 0.5], 1);
    expect(linear).toBe(15_000);
    expect(encoded).toBeLessThan(8000);
    expect(encoded).toBeGreaterThan(5000);
  });

  test.each([
    [1, 1, 1, 0],
    [7, 5, 1, 1],
    [70, 41, 4, 0],
    [33, 30, 3, 1],
  ] as const)(
    "native agrees with the reference at %i × %i, %i values, encoded %i",
    (width, height, values, encoded) => {
      const source = randomSamples(width * height * 3, 16, 5) as U16;
      const [hues, saturations] = [11, 5];
      const random = seededRandom(9);
      const table = f32Of(
        Array.from({ length: hues * saturations * values * 3 }, (_, i) =>
          i % 3 === 0 ? 60 * random() - 30 : 0.5 + random(),
        ),
      );
      expectAgreement({
        name: "hueSatMap",
        rows: height,
        makeArgs: () => ({
          source,
          target: u16(source.length),
          table,
          forward: f32Of([1.2, -0.1, -0.1, -0.1, 1.3, -0.2, 0.05, -0.25, 1.2].map((value) => value / 40_000)),
          backward: scaled(40_000),
          clip: f32Of([65_535, 50_000, 60_000]),
          width,
          height,
          hues,
          saturations,
          values,
          encoded,
        }),
        outputOf: (args) => args.target,
        tolerance: 2,
      });
    },
  );
});
