import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lightOver, type SceneLight, warpLight } from "../../src/ops/index.ts";

/** Light that rises by a stop each 100 pixels to the right and falls by a half downwards. */
const plane = (x: number, y: number) => x / 100 - y / 200;

function lightOf(width: number, height: number, factor: number): SceneLight {
  const stops = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [((i % width) + 0.5) * factor - 0.5, (Math.floor(i / width) + 0.5) * factor - 0.5];
    return plane(x, y);
  });
  return { width, height, factor, stops };
}

describe("scene light", () => {
  test("reads alike over grids of other cells, except next to the middles of its border", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 1, max: 12 }), (width, factor) => {
        const light = lightOf(width, 20, 8);
        const grid = { width: Math.ceil((width * 8) / factor), height: Math.ceil(160 / factor), factor };
        const stops = lightOver(light, grid);
        for (let y = 0; y < grid.height; y++) {
          for (let x = 0; x < grid.width; x++) {
            const held = (at: number, cells: number) => Math.min(cells * 8 - 4.5, Math.max(3.5, at));
            const [px, py] = [held((x + 0.5) * factor - 0.5, width), held((y + 0.5) * factor - 0.5, 20)];
            expect(stops[y * grid.width + x]).toBeCloseTo(plane(px, py), 4);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test("goes with the picture where that is moved and cropped", () => {
    const light = lightOf(40, 30, 8);
    const moved = warpLight(light, { width: 100, height: 50 }, (x, y) => ({ x: x + 64, y: y + 32 }));
    expect([moved.width, moved.height, moved.factor]).toEqual([13, 7, 8]);
    expect(moved.stops[0]).toBeCloseTo(plane(67.5, 35.5), 4);
    expect(moved.stops[6 * 13 + 12]).toBeCloseTo(plane(12 * 8 + 67.5, 6 * 8 + 35.5), 4);
  });
});
