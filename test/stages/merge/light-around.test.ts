import { expect, test } from "vitest";
import { lightAround } from "../../../src/stages/merge/light-around.ts";
import { randomSamples } from "../../support/random.ts";

test.each([
  [1, 1, 0.5],
  [7, 1, 0.1],
  [1, 9, 2],
  [13, 8, 0.02],
  [16, 11, 0.3],
])("light of %i × %i cells spreads by a paraboloid of %f stops", (width, height, fall) => {
  const light = Float32Array.from(randomSamples(width * height, 16, width), (value) => value / 8192 - 6);
  const around = lightAround(light, width, height, fall);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const reaching = Array.from(light, (value, i) => {
        const [dx, dy] = [(i % width) - x, Math.floor(i / width) - y];
        return value - fall * (dx * dx + dy * dy);
      });
      expect(around[y * width + x]).toBeCloseTo(Math.max(...reaching), 4);
    }
  }
});

test("a single lamp lights a disc, not a square", () => {
  const [size, middle] = [41, 20];
  const light = new Float32Array(size * size);
  light[middle * size + middle] = 6;
  const around = lightAround(light, size, size, 0.05);
  const at = (dx: number, dy: number) => around[(middle + dy) * size + middle + dx];
  expect(at(10, 0)).toBeCloseTo(1);
  expect(at(6, 8)).toBeCloseTo(at(10, 0));
  expect(at(10, 10)).toBe(0);
});
