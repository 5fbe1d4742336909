import { describe, expect, test } from "vitest";
import { clearBrightness, clearGlare } from "../../../../src/stages/tone/layers/clear-veils.ts";
import { smallOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

const [width, height] = [60, 40];

/** A wall with a dark door under a glare, in light of a colour: what a lamp in the frame does. */
function glaring(glare: number, cast: readonly [number, number, number] = [1, 1, 1]) {
  return smallOf(
    width,
    height,
    Float32Array.from({ length: 3 * width * height }, (_, i) => {
      const isDoor = Math.floor(i / 3) % width < 10;
      return cast[i % 3] * ((isDoor ? 0.05 : 0.5) * (1 - glare) + glare);
    }),
  );
}

const isEven = (plane: Float32Array) => plane.every((value) => value === plane[0]);

describe("glare over a room", () => {
  test("goes, so that dark things are dark again", () => {
    const small = glaring(0.12);
    const [input, plan] = drawn(small, { content: { glare: 0.12 } });
    const cleared = { ...plan, ...clearGlare(input, plan) };
    expect(isEven(cleared.veils)).toBe(true);
    const [door, wall] = [5, 30].map((x) => clearBrightness(small.data, plan.bright, cleared.veils)[x]);
    expect(door).toBeLessThan(0.7 * plan.bright[5]);
    expect(wall).toBeGreaterThan(0.8 * plan.bright[30]);
    expect(cleared.open[5]).toBeCloseTo(door, 6);
  });

  test("takes the colour of the light with it: a balanced wall stays neutral", () => {
    const cast = [1.15, 1, 0.85] as const;
    const small = glaring(0.12, cast);
    const [input, plan] = drawn(small, { content: { glare: 0.12 } });
    const luma = 0.2126 / cast[0] + 0.7152 + 0.0722 / cast[2];
    const gains = plan.gains.map((_, i) => 1 / (i % 2 === 0 ? cast[0] : cast[2]) / luma);
    const cleared = { ...plan, gains, ...clearGlare(input, { ...plan, gains }) };
    const haze = cleared.veils[30];
    const [r, g, b] = [90, 91, 92].map((at) => small.data[at] - haze * 0.95);
    const [red, blue] = [cleared.gains[60], cleared.gains[61]];
    const green = (1 - 0.2126 * red - 0.0722 * blue) / 0.7152;
    const before = Math.abs(Math.log(r / g / (b / g)) + Math.log(gains[60] / gains[61]));
    expect(Math.abs(Math.log((red * r) / (green * g) / ((blue * b) / (green * g))))).toBeLessThan(0.5 * before);
  });

  test("stays in pictures without glare and in those that show no room", () => {
    const small = glaring(0.12);
    const cases = [drawn(small), drawn(small, { content: { glare: 0.12 }, setting: { room: 0 } })];
    for (const [input, plan] of cases) expect(clearGlare(input, plan)).toEqual({});
  });
});
