import { describe, expect, test } from "vitest";
import { fitToneCurves, lightAt, type ToneCurves, type Wanted } from "../../../src/stages/merge/tone-curves.ts";
import { seededRandom } from "../../support/random.ts";

const [width, height] = [96, 64];
const cells = width * height;

function wanted(light: (x: number, y: number) => number, stops: (light: number, x: number) => number): Wanted {
  const planes = { light: new Float32Array(cells), stops: new Float32Array(cells), weights: new Float32Array(cells) };
  for (let i = 0; i < cells; i++) {
    const x = i % width;
    planes.light[i] = light(x, Math.floor(i / width));
    planes.stops[i] = stops(planes.light[i], x);
    planes.weights[i] = 1;
  }
  return { width, height, ...planes, knee: 0 };
}

/** Tones that each place's curve shows, bin by bin. */
function shown(curves: ToneCurves): number[][] {
  const { width: columns, height: rows, depth, binStops, stops } = curves;
  return Array.from({ length: columns * rows }, (_, place) =>
    Array.from({ length: depth }, (_, bin) => lightAt(curves, bin * binStops) + stops[place * depth + bin]),
  );
}

describe("local tone curves", () => {
  test("one exposure for everything is that exposure at every place and tone", () => {
    const curves = fitToneCurves(
      wanted(
        (x, y) => -8 + x / 20 + y / 40,
        () => 2.5,
      ),
    );
    for (const each of curves.stops) expect(each).toBeCloseTo(2.5, 4);
  });

  test("never fall while light rises, whatever is wanted", () => {
    const random = seededRandom(3);
    const curves = fitToneCurves(
      wanted(
        () => -10 + 10 * random(),
        (light) => -2 * light + 4 * random(),
      ),
    );
    for (const curve of shown(curves))
      for (let bin = 1; bin < curve.length; bin++) expect(curve[bin]).toBeGreaterThanOrEqual(curve[bin - 1] - 1e-4);
  });

  test("keep the exposures of two areas apart, and change slowly between them", () => {
    const curves = fitToneCurves(
      wanted(
        (x) => (x < width / 2 ? -7 : -6),
        (_, x) => (x < width / 2 ? 3 : 1),
      ),
    );
    const along = Array.from({ length: curves.width }, (_, x) => curves.stops[x * curves.depth]);
    expect(along[0]).toBeGreaterThan(2.8);
    for (let x = 1; x < along.length; x++) expect(Math.abs(along[x] - along[x - 1])).toBeLessThan(0.8);
  });

  test("give tones that no cell has what lies between their neighbours", () => {
    const curves = fitToneCurves(
      wanted(
        (x) => (x % 2 ? -12 : -2),
        (light) => (light < -6 ? 4 : 1),
      ),
    );
    for (const curve of shown(curves)) for (const tone of curve) expect(Number.isFinite(tone)).toBe(true);
    expect(Math.min(...curves.stops)).toBeGreaterThan(0.5);
    expect(Math.max(...curves.stops)).toBeLessThan(9.1);
  });
});
