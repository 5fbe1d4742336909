import { describe, expect, test } from "vitest";
import { boxMean } from "../../../src/ops/index.ts";
import { guidedCoefficients } from "../../../src/stages/tone/guided-filter.ts";
import { matteOf } from "../../../src/stages/tone/matte.ts";
import { expandField, smoothField } from "../../../src/stages/tone/smooth-field.ts";
import { seededRandom } from "../../support/random.ts";

function randomPlane(width: number, height: number): Float32Array {
  const random = seededRandom(9);
  return Float32Array.from({ length: width * height }, random);
}

describe("boxMean", () => {
  test.each([
    [13, 9, 2, false],
    [13, 9, 2, true],
    [5, 4, 20, false],
    [5, 4, 20, true],
    [1, 1, 3, true],
  ])("is the mean of the window, %i × %i, radius %i, wrap %s", (width, height, radius, wrapX) => {
    const data = randomPlane(width, height);
    const mean = boxMean({ width, height, data }, radius, wrapX);
    const reach = wrapX ? Math.min(radius, (width - 1) >> 1) : radius;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let [sum, count] = [0, 0];
        for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++) {
          for (let i = x - reach; i <= x + reach; i++) {
            if (!wrapX && (i < 0 || i >= width)) continue;
            sum += data[j * width + ((i + width) % width)];
            count++;
          }
        }
        expect(mean[y * width + x]).toBeCloseTo(sum / count, 5);
      }
    }
  });
});

describe("guidedCoefficients", () => {
  test("follow an edge and smooth what lies beside it", () => {
    const data = Float32Array.from({ length: 60 * 20 }, (_, i) => (i % 60 < 30 ? 0.3 : 0.9) + ((i % 2) - 0.5) * 0.01);
    const coefficients = guidedCoefficients({ width: 60, height: 20, data }, 4, 0.0009, false);
    expect(coefficients[2 * (10 * 60 + 29)]).toBeGreaterThan(0.85);
    expect(coefficients[2 * (10 * 60 + 10)]).toBeLessThan(0.05);
  });
});

describe("smoothField", () => {
  test("gives a constant back where weights are even, and 0 where there are none", () => {
    const [width, height] = [90, 50];
    const samples = new Float32Array(width * height * 3);
    for (let i = 0; i < samples.length; i += 3) samples.set([0.2, -0.1, 1], i);
    const field = expandField(smoothField(samples, width, height, false), width, height, false);
    const inside = 2 * (25 * width + 45);
    expect(field[inside]).toBeGreaterThan(0.16);
    expect(field[inside]).toBeLessThanOrEqual(0.2);
    expect(field[inside + 1]).toBeCloseTo(-field[inside] / 2, 5);
    const nothing = smoothField(new Float32Array(width * height * 3), width, height, false);
    expect(nothing.values.every((value) => value === 0)).toBe(true);
  });
});

describe("matteOf", () => {
  /** Left of `edge` one colour, right of it another of the same luma. */
  function twoColours(width: number, height: number, edge: number) {
    const green = [0.3, 0.59, 0.3];
    const pink = [0.72, 0.46, 0.72];
    const data = new Float32Array(3 * width * height);
    for (let i = 0; i < width * height; i++) data.set(i % width < edge ? green : pink, 3 * i);
    return { width, height, data };
  }

  test("brings a soft mask to where the colour changes", () => {
    const [width, height, edge] = [60, 20, 31];
    const soft = Float32Array.from({ length: width * height }, (_, i) =>
      Math.min(1, Math.max(0, 0.5 + (edge - 3 - (i % width)) / 12)),
    );
    const matte = matteOf(soft, twoColours(width, height, edge), 8, false);
    for (let y = 0; y < height; y++) {
      const row = matte.subarray(y * width, (y + 1) * width);
      expect(row[edge - 1] - row[edge]).toBeGreaterThan(0.4);
      expect(Math.abs(row[edge] - row[edge + 3])).toBeLessThan(0.15);
    }
  });

  test("leaves a plain picture's mask as soft as it was", () => {
    const [width, height] = [40, 12];
    const mask = Float32Array.from({ length: width * height }, (_, i) => (i % width) / width);
    const matte = matteOf(mask, twoColours(width, height, width), 3, false);
    for (const [i, value] of matte.entries()) {
      // The functions are found on every second pixel, which is one step of the mask.
      if (i % width > 6 && i % width < width - 7) expect(Math.abs(value - mask[i])).toBeLessThan(1.2 / width);
    }
  });
});
