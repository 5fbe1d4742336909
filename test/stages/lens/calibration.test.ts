import { describe, expect, test } from "vitest";
import { type TermRules, termsAtFocal, vignettingAt } from "../../../src/stages/lens/model.ts";

const rules: TermRules = [1, 0];
const samples = [
  { focalMm: 20, terms: [1.02, 0.1] },
  { focalMm: 40, terms: [1.01, 0.05] },
];

describe("termsAtFocal", () => {
  test("gives a sample's own terms at its focal length", () => {
    expect(termsAtFocal(samples, 40, rules)).toEqual([1.01, 0.05]);
  });

  test("keeps errors that shrink with the focal length on their curve", () => {
    const [neutral, error] = termsAtFocal(samples, 25, rules) ?? [];
    expect(neutral).toBeCloseTo(1 + 0.4 / 25, 12);
    expect(error).toBeCloseTo(2 / 25, 12);
  });

  test("takes the mean of samples of one focal length", () => {
    const twice = [{ focalMm: 20, terms: [1, 0] }, ...samples];
    expect(termsAtFocal(twice, 20, rules)).toEqual([1.01, 0.05]);
  });

  test("says nothing far outside, or without samples", () => {
    expect(termsAtFocal(samples, 42, rules)).toEqual([1.01, 0.05]);
    expect(termsAtFocal(samples, 50, rules)).toBeUndefined();
    expect(termsAtFocal([], 50, rules)).toBeUndefined();
  });
});

describe("vignettingAt", () => {
  const shot = { focalMm: 20, fNumber: 4, distanceM: 10, focalRangeMm: [20, 40] as const };
  const near = { focalMm: 20, fNumber: 4, distanceM: 10, terms: [-0.5, 0, 0] };
  const far = { focalMm: 40, fNumber: 11, distanceM: 10, terms: [-0.1, 0, 0] };

  test("gives a sample's own terms at its place, and lies between samples elsewhere", () => {
    expect(vignettingAt([near, far], shot)).toEqual([-0.5, 0, 0]);
    const [between] = vignettingAt([near, far], { ...shot, focalMm: 30, fNumber: 5.6 }) ?? [];
    expect(between).toBeGreaterThan(-0.5);
    expect(between).toBeLessThan(-0.1);
  });

  test("says nothing when no sample is near", () => {
    expect(vignettingAt([far], shot)).toBeUndefined();
    expect(vignettingAt([], shot)).toBeUndefined();
  });
});
