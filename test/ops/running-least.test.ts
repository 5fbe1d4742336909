import { describe, expect, test } from "vitest";
import { runningLeast } from "../../src/ops/index.ts";

describe("the running least", () => {
  test.each([false, true])("is the least of every window (round a circle: %s)", (wrapX) => {
    const plane = {
      width: 31,
      height: 17,
      data: Float32Array.from({ length: 31 * 17 }, (_, i) => ((i * 211) % 97) / 97),
    };
    for (const radius of [1, 4, 9]) {
      const least = runningLeast(plane, radius, wrapX);
      for (let i = 0; i < least.length; i++) expect(least[i]).toBe(minAround(plane, i, radius, wrapX));
    }
  });
});

function minAround(
  { width, height, data }: { width: number; height: number; data: Float32Array },
  at: number,
  radius: number,
  wrapX: boolean,
): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let least = 1;
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = x - radius; u <= x + radius; u++) {
      if (!wrapX && (u < 0 || u >= width)) continue;
      least = Math.min(least, data[v * width + ((u + width) % width)]);
    }
  }
  return least;
}
