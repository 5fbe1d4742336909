import { expect, test } from "vitest";
import { hasNoisyRows, hasNoisyStretch } from "../../src/codecs/noisy-rows.ts";
import { seededRandom } from "../support/random.ts";

const [width, height] = [160, 120];

/** Soft shapes, over which `isRandom` places are anything. */
function rows(isRandom: (i: number) => boolean) {
  const random = seededRandom(3);
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const noise = Math.floor(random() * 256);
    data[i] = isRandom(i) ? noise : 120 + 80 * Math.sin(i / width / 9) + (noise >> 4);
  }
  return { data, rowSamples: width, lag: 1, range: 255 };
}

test("A stretch of noise that fills no two rows is seen, detail that spans rows is not", () => {
  const stretch = rows((i) => i > 5050 && i < 5250);
  expect(hasNoisyRows(stretch)).toBe(false);
  expect(hasNoisyStretch(stretch)).toBe(true);
  expect(hasNoisyStretch(rows(() => false))).toBe(false);
  expect(hasNoisyStretch(rows((i) => i % width > 20 && i % width < 155 && i > 5000 && i < 8000))).toBe(false);
  expect(hasNoisyStretch(rows(() => true))).toBe(false);
});
