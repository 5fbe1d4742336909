import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";

type Args = KernelArgs["gainTableMap"];

/** What one table that is everywhere makes of a pixel. */
function mapPixel(pixel: readonly number[], more: Partial<Args>): readonly number[] {
  const source = u16(3);
  source.set(pixel);
  const places = { startX: 0, stepX: 0, startY: 0, stepY: 0 };
  const args: Args = {
    source,
    target: source,
    gains: f32Of([1]),
    forward: f32Of([1 / 65535, 0, 0, 0, 1 / 65535, 0, 0, 0, 1 / 65535]),
    clip: f32Of([65535, 65535, 65535]),
    weights: f32Of([1 / 3, 1 / 3, 1 / 3, 0, 0]),
    width: 1,
    height: 1,
    rows: 1,
    columns: 1,
    points: 1,
    ...places,
    gamma: 1,
    scale: 1,
    ...more,
  };
  kernelSet("reference").gainTableMap(args, 0, 1, new Int32Array(1));
  return [...source];
}

/** A table from a gain of 1 for black to a gain of 3 near white. */
const rising = { gains: f32Of([1, 2, 3]), points: 3 };

describe("gainTableMap", () => {
  test.each([
    ["a gain of 1 leaves a pixel", [30_000, 2000, 9000], {}, [30_000, 2000, 9000]],
    ["all channels get the same gain", [3000, 2000, 900], { gains: f32Of([2.5]) }, [7500, 5000, 2250]],
    ["the scale counts as well", [3000, 2000, 900], { gains: f32Of([2]), scale: 0.5 }, [3000, 2000, 900]],
    ["what grows too bright stops", [40_000, 2000, 900], { gains: f32Of([2]) }, [65_535, 4000, 1800]],
    ["the mean of the channels chooses the gain", [21_845, 0, 43_690], rising, [43_690, 0, 65_535]],
    ["between two gains it is interpolated", [10_922, 10_923, 10_922], rising, [16_383, 16_385, 16_383]],
    [
      "the last gain continues to white",
      [10_000, 10_000, 10_000],
      { ...rising, weights: f32Of([9, 9, 9, 0, 0]) },
      [30_000, 30_000, 30_000],
    ],
    ["the least may choose", [10_000, 0, 20_000], { ...rising, weights: f32Of([0, 0, 0, 9, 0]) }, [10_000, 0, 20_000]],
    ["the most may choose", [10_000, 0, 20_000], { ...rising, weights: f32Of([0, 0, 0, 0, 9]) }, [30_000, 0, 60_000]],
    [
      "a weighted sum below nothing is nothing",
      [10_000, 0, 20_000],
      { ...rising, weights: f32Of([-1, 0, 0, 0, 0]) },
      [10_000, 0, 20_000],
    ],
    ["gamma bends the choice", [16_384, 16_384, 16_384], { ...rising, gamma: 0.5 }, [40_960, 40_960, 40_960]],
  ] as const)("%s", (_, pixel, more, expected) => {
    mapPixel(pixel, more as Partial<Args>).forEach((value, c) => {
      expect(Math.abs(value - expected[c])).toBeLessThanOrEqual(1);
    });
  });

  test("a channel that clips is rebuilt before it is seen", () => {
    const [r, g, b] = mapPixel([50_000, 30_000, 40_000], {
      clip: f32Of([65_535, 30_000, 60_000]),
      gains: f32Of([0.5]),
    });
    expect([r, g, b]).toEqual([25_000, 22_500, 20_000]);
  });

  test.each([
    [1, 1, 1, 1, 1],
    [7, 5, 1, 3, 2],
    [70, 41, 6, 8, 257],
    [33, 30, 2, 1, 16],
  ] as const)(
    "native agrees with the reference at %i × %i, %i × %i tables of %i",
    (width, height, rows, columns, points) => {
      const source = randomSamples(width * height * 3, 16, 5) as U16;
      const random = seededRandom(9);
      const gains = f32Of(Array.from({ length: rows * columns * points }, () => 0.2 + 2 * random()));
      for (const gamma of [1, 0.4]) {
        expectAgreement({
          name: "gainTableMap",
          rows: height,
          makeArgs: () => ({
            source,
            target: u16(source.length),
            gains,
            forward: f32Of([1.2, -0.1, -0.1, -0.1, 1.3, -0.2, 0.05, -0.25, 1.2].map((value) => value / 40_000)),
            clip: f32Of([65_535, 50_000, 60_000]),
            weights: f32Of([0.1, 0.2, 0.1, 0.15, 0.3]),
            width,
            height,
            rows,
            columns,
            points,
            startX: -0.7,
            stepX: (columns + 1) / width,
            startY: -0.3,
            stepY: rows / height,
            gamma,
            scale: 0.8,
          }),
          outputOf: (args) => args.target,
          tolerance: points > 100 ? 12 : 2,
        });
      }
    },
  );
});
