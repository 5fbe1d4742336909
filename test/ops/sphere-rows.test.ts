import { expect, test } from "vitest";
import { quantiles, rowAreas } from "../../src/ops/index.ts";

test("rows count by what they cover of the sphere", () => {
  const areas = rowAreas(180, true) ?? new Float32Array(0);
  expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(180, 3);
  // Half of the sphere lies within 30° of the equator, a third of the rows.
  const beyond = Float32Array.from({ length: 180 }, (_, y) => (Math.abs(y - 89.5) < 30 ? 0.25 : 0.75));
  expect(quantiles(beyond, [0.49], areas)[0]).toBeLessThan(0.3);
  expect(quantiles(beyond, [0.51], areas)[0]).toBeGreaterThan(0.7);
  expect(rowAreas(180, false)).toBeUndefined();
});
