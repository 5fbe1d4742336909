import { describe, expect, it } from "vitest";
import { deltaE00, type Lab, labOf } from "../../bench/fusion/color-difference.ts";

describe("CIEDE2000", () => {
  // Sharma, Wu, Dalal 2005, table 1.
  it.each<[Lab, Lab, number]>([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[50, 2.5, 0], [56, -27, -3], 31.903],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ])("of %j and %j is %f, both ways", (a, b, expected) => {
    expect(deltaE00(a, b)).toBeCloseTo(expected, 4);
    expect(deltaE00(b, a)).toBeCloseTo(expected, 4);
  });

  it("puts greys on the axis", () => {
    for (const level of [0, 0.2, 0.5, 1]) {
      const [, a, b] = labOf([level, level, level]);
      expect(Math.hypot(a, b)).toBeLessThan(0.001);
    }
    expect(labOf([1, 1, 1])[0]).toBeCloseTo(100, 4);
  });
});
