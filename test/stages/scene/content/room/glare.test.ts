import { expect, test } from "vitest";
import { findGlare } from "../../../../../src/stages/scene/content/room/glare.ts";
import { greyOf } from "../../../tone/scenes.ts";

const [width, height] = [60, 40];

/** Glare found in a picture of a wall with a darker door. */
const glareOver = (door: number, wall: number) =>
  findGlare(
    greyOf(
      width,
      height,
      Float32Array.from({ length: width * height }, (_, i) => (i % width < 10 ? door : wall)),
    ),
    wall,
  );

test("glare is what the darkest things show beyond a deep shade", () => {
  expect(glareOver(0.04, 0.5)).toBe(0);
  expect(glareOver(0.12, 0.5)).toBeCloseTo(0.07, 2);
  expect(glareOver(0.19, 0.5)).toBeLessThan(0.13);
});

test("a picture whose darkest things are pale shows none", () => {
  expect(glareOver(0.5, 0.5)).toBe(0);
  expect(glareOver(0.32, 0.5)).toBe(0);
});
