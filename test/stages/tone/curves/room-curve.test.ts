import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planRoomCurve, roomCurveOf } from "../../../../src/stages/tone/curves/room-curve.ts";

describe("the curve of a room", () => {
  const share = fc.double({ min: 0.01, max: 1, noNaN: true });

  test("rises, stays in range and ends black at 0", () => {
    fc.assert(
      fc.property(share, share, share, (shadow, median, pale) => {
        const dark = Math.min(shadow, median);
        const tones = { shadow: dark, dark, median, pale };
        const curve = roomCurveOf(planRoomCurve(tones, 0.73));
        expect(curve(0)).toBe(0);
        let previous = 0;
        for (let i = 1; i <= 100; i++) {
          const value = curve(i / 100);
          expect(value).toBeGreaterThanOrEqual(previous - 1e-9);
          expect(value).toBeLessThanOrEqual(1);
          previous = value;
        }
      }),
      { seed: 20261122 },
    );
  });

  test.each([0.2, 0.35, 0.5])("brings a median of %s to the same level", (median) => {
    const curve = roomCurveOf(planRoomCurve({ shadow: 0.02, dark: 0.04, median, pale: 1.15 * median }, 0.73));
    expect(curve(median)).toBeGreaterThan(0.69);
    expect(curve(median)).toBeLessThan(0.77);
  });

  test.each([0.2, 0.3])("keeps dark things of %s dark and the median where it was", (dark) => {
    const tones = { shadow: 0.02, median: 0.5, pale: 0.6 };
    const plain = roomCurveOf(planRoomCurve({ ...tones, dark: 0.05 }, 0.73));
    const curve = roomCurveOf(planRoomCurve({ ...tones, dark }, 0.73));
    expect(curve(dark)).toBeLessThan(plain(dark) - 0.02);
    expect(Math.abs(curve(0.5) - plain(0.5))).toBeLessThan(0.03);
  });

  test("leaves a room alone that is bright already", () => {
    const curve = roomCurveOf(planRoomCurve({ shadow: 0.05, dark: 0.1, median: 0.75, pale: 0.8 }, 0.73));
    for (const value of [0.1, 0.5, 0.9]) expect(curve(value)).toBeCloseTo(value, 5);
  });
});
