import { expect, test } from "vitest";
import { hasNoisyRows, hasNoisyStretch, hasScatteredNoise, isNoiseThroughout } from "../../src/codecs/noisy-rows.ts";
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
  return { data, rowSamples: width, lag: 1, rowLag: 1, range: 255 };
}

test("A stretch of noise that fills no two rows is seen, detail that spans rows is not", () => {
  const stretch = rows((i) => i > 5050 && i < 5250);
  expect(hasNoisyRows(stretch)).toBe(false);
  expect(hasNoisyStretch(stretch)).toBe(true);
  expect(hasNoisyStretch(rows(() => false))).toBe(false);
  expect(hasNoisyStretch(rows((i) => i % width > 20 && i % width < 155 && i > 5000 && i < 8000))).toBe(false);
  expect(hasNoisyStretch(rows(() => true))).toBe(false);
});

test("Single samples of noise are seen from one in a few hundred on", () => {
  const random = seededRandom(9);
  const places = new Set(Array.from({ length: (width * height) / 100 }, () => Math.floor(random() * width * height)));
  const scattered = rows((i) => places.has(i));
  expect([hasNoisyRows(scattered), hasNoisyStretch(scattered)]).toEqual([false, false]);
  expect(hasScatteredNoise(scattered)).toBe(true);
  expect(hasScatteredNoise(rows((i) => places.has(i) && i % 16 === 0))).toBe(false);
  expect(hasScatteredNoise(rows(() => false))).toBe(false);
});

test("The dots of a halftone and stuck photosites, which are all of one value, are no such noise", () => {
  const dots = rows(() => false);
  for (let i = 0; i < dots.data.length; i += 89) dots.data[i] = i % 2 === 0 ? 255 : 0;
  expect(hasScatteredNoise(dots)).toBe(false);
});

test("Noise throughout is what every row is made of", () => {
  expect(isNoiseThroughout(rows(() => true))).toBe(true);
  expect(isNoiseThroughout(rows((i) => i < (width * height) / 3))).toBe(false);
  // As strong as no sensor's, still less than half of what independent values are.
  const grain = rows(() => false);
  const random = seededRandom(4);
  for (let i = 0; i < grain.data.length; i++) grain.data[i] = 70 + 110 * random();
  expect(isNoiseThroughout(grain)).toBe(false);
});
