import { describe, expect, test } from "vitest";
import { matteOf } from "../../../../../src/stages/scene/refine.ts";

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
