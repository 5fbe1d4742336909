import { describe, expect, test } from "vitest";
import { lumaOf } from "../../../../../src/ops/index.ts";
import { findSurfaces } from "../../../../../src/stages/scene/content/surfaces/index.ts";
import { findViews } from "../../../../../src/stages/scene/content/views/index.ts";
import { seededRandom } from "../../../../support/random.ts";
import { smallOf } from "../../../tone/scenes.ts";

const copy = { width: 240, height: 160, wrapX: false };
const count = copy.width * copy.height;
const random = seededRandom(3);
const placeOf = (i: number) => [i % copy.width, Math.floor(i / copy.width)];
/** A window whose lower half shows leaves; what is above them is given. */
const inWindow = (i: number) => {
  const [x, y] = placeOf(i);
  return x >= 60 && x < 180 && y >= 30 && y < 120;
};

function viewsWith(above: number, sureness: number): Float32Array {
  const grey = Float32Array.from({ length: count }, (_, i) => {
    if (!inWindow(i)) return 0.4;
    return placeOf(i)[1] < 70 ? above : 0.62 + 0.3 * random();
  });
  const small = smallOf(
    copy.width,
    copy.height,
    Float32Array.from({ length: 3 * count }, (_, i) => grey[Math.floor(i / 3)]),
  );
  const luma = lumaOf(small);
  const windows = Float32Array.from({ length: count }, (_, i) => {
    if (!inWindow(i)) return 0;
    return placeOf(i)[1] < 70 ? sureness : 0.9;
  });
  return findViews(copy, small, { luma, surfaces: findSurfaces(small, luma), level: 0.4, windows });
}

const at = (views: Float32Array, x: number, y: number) => views[y * copy.width + x];

describe("views grow over the rest of their window", () => {
  test("over white sky, even if the map is less sure there", () => {
    const views = viewsWith(0.97, 0.55);
    expect(at(views, 120, 100)).toBeGreaterThan(0.8);
    expect(at(views, 120, 58)).toBeGreaterThan(0.5);
    expect(at(views, 20, 100)).toBe(0);
  });

  test("but not over a plain blind above them, nor where the map sees no window", () => {
    expect(at(viewsWith(0.7, 0.55), 120, 45)).toBeLessThan(0.1);
    expect(at(viewsWith(0.97, 0.1), 120, 45)).toBeLessThan(0.1);
  });
});
