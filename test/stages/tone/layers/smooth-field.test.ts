import { describe, expect, test } from "vitest";
import { expandField, smoothField } from "../../../../src/stages/tone/layers/smooth-field.ts";

describe("smoothField", () => {
  test("gives a constant back where weights are even, and 0 where there are none", () => {
    const [width, height] = [90, 50];
    const samples = new Float32Array(width * height * 3);
    for (let i = 0; i < samples.length; i += 3) samples.set([0.2, -0.1, 1], i);
    const field = expandField(smoothField(samples, width, height, false), width, height, false);
    const inside = 2 * (25 * width + 45);
    expect(field[inside]).toBeGreaterThan(0.16);
    expect(field[inside]).toBeLessThanOrEqual(0.2);
    expect(field[inside + 1]).toBeCloseTo(-field[inside] / 2, 5);
    const nothing = smoothField(new Float32Array(width * height * 3), width, height, false);
    expect(nothing.values.every((value) => value === 0)).toBe(true);
  });
});
