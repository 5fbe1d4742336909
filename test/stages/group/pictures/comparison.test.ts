import { describe, expect, test } from "vitest";
import type { Image } from "../../../../src/image/index.ts";
import { comparePictures, likenessOf } from "../../../../src/stages/group/pictures/comparison.ts";
import { pictureOf } from "../../../../src/stages/group/pictures/picture.ts";
import { lazyScene, photograph } from "../painted-scene.ts";

const look = (seed: number, ev: number, dx = 0, dy = 0) =>
  pictureOf(photograph(lazyScene(seed)(), { ev, dx, dy, seed: seed * 31 + ev }));

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe("likeness", () => {
  test.each([
    [0, 2],
    [-2, 2],
    [-3, 1],
    [1, 4],
    [-5, -3],
  ])("is high for one scene at %i and %i EV, the step has its sign", (from, to) => {
    for (const seed of seeds) {
      const comparison = comparePictures(look(seed, from), look(seed, to, 1, -1));
      expect(likenessOf(comparison)).toBeGreaterThan(0.45);
      expect(comparison.stepEv).toBeGreaterThan(0.4 * (to - from));
    }
  });

  test("is low for different scenes at any exposures with enough in common", () => {
    for (const seed of seeds) {
      for (const ev of [-2, 0, 2]) {
        const comparison = comparePictures(look(seed, 0), look(seed + 100, ev));
        expect(likenessOf(comparison)).toBeLessThan(0.3);
      }
    }
  });

  test("finds a camera that moved by 2 % of the width", () => {
    for (const seed of seeds) {
      expect(likenessOf(comparePictures(look(seed, 0, -1, 0), look(seed, 2, 1, 1)))).toBeGreaterThan(0.45);
    }
  });

  test.each([
    [1, 1],
    [3, 500],
    [500, 2],
    [7, 5],
  ])("is finite for pictures of %i × %i, black, white or grey", (width, height) => {
    for (const value of [0, 128, 255]) {
      const flat: Image = {
        width,
        height,
        channels: 1,
        data: new Uint8Array(new SharedArrayBuffer(width * height)).fill(value),
        space: "srgb",
      };
      const comparison = comparePictures(pictureOf(flat), pictureOf(flat));
      expect(Object.values(comparison).every(Number.isFinite)).toBe(true);
    }
  });
});
