import { describe, expect, test } from "vitest";
import { boxMean, guidedCoefficients } from "../../src/ops/index.ts";
import { seededRandom } from "../support/random.ts";

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
  test("follow an edge and smooth what lies next to it", () => {
    const data = Float32Array.from({ length: 60 * 20 }, (_, i) => (i % 60 < 30 ? 0.3 : 0.9) + ((i % 2) - 0.5) * 0.01);
    const coefficients = guidedCoefficients({ width: 60, height: 20, data }, 4, 0.0009, false);
    expect(coefficients[2 * (10 * 60 + 29)]).toBeGreaterThan(0.85);
    expect(coefficients[2 * (10 * 60 + 10)]).toBeLessThan(0.05);
  });
});
