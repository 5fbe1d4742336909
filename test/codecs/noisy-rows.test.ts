import { expect, test } from "vitest";
import { findNoise, type SampleRows } from "../../src/codecs/noisy-rows.ts";
import type { U8 } from "../../src/image/index.ts";
import { testContext } from "../support/context.ts";
import { seededRandom } from "../support/random.ts";

const [width, height] = [160, 120];

/** Soft shapes, over which `isRandom` places are anything. */
function rows(isRandom: (i: number) => boolean) {
  const random = seededRandom(3);
  const data: U8 = new Uint8Array(new SharedArrayBuffer(width * height));
  for (let i = 0; i < data.length; i++) {
    const noise = Math.floor(random() * 256);
    data[i] = isRandom(i) ? noise : 120 + 80 * Math.sin(i / width / 9) + (noise >> 4);
  }
  return { data, rowSamples: width, lag: 1, rowLag: 1, range: 255 };
}

const foundIn = (samples: SampleRows) => findNoise(samples, testContext().kernels);

test("A stretch of noise that fills no two rows is seen, detail that spans rows is not", async () => {
  expect(await foundIn(rows((i) => i > 5050 && i < 5250))).toBe("stretch");
  expect(await foundIn(rows((i) => i > 5000 && i < 8000))).toBe("rows");
  expect(await foundIn(rows(() => false))).toBeUndefined();
  expect(await foundIn(rows((i) => i % width > 20 && i % width < 75 && i > 5000 && i < 8000))).toBeUndefined();
});

test("Single samples of noise are seen from one in a few hundred on", async () => {
  const random = seededRandom(9);
  const places = new Set(Array.from({ length: (width * height) / 100 }, () => Math.floor(random() * width * height)));
  expect(await foundIn(rows((i) => places.has(i)))).toBe("scattered");
  expect(await foundIn(rows((i) => places.has(i) && i % 16 === 0))).toBeUndefined();
});

test("The dots of a halftone and stuck photosites, which are all of one value, are no such noise", async () => {
  const dots = rows(() => false);
  for (let i = 0; i < dots.data.length; i += 89) dots.data[i] = i % 2 === 0 ? 255 : 0;
  expect(await foundIn(dots)).toBeUndefined();
});

test("Noise throughout is what every row is made of", async () => {
  expect(await foundIn(rows(() => true))).toBe("throughout");
  // As strong as no sensor's, still less than half of what independent values are.
  const grain = rows(() => false);
  const random = seededRandom(4);
  for (let i = 0; i < grain.data.length; i++) grain.data[i] = 70 + 110 * random();
  expect(await foundIn(grain)).toBeUndefined();
});
