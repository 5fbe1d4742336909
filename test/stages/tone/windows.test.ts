import { describe, expect, test } from "vitest";
import { findViews } from "../../../src/stages/tone/windows.ts";

const [width, height] = [240, 160];
const copy = { width, height, wrapX: false };

/** A room at 0.4 with a window of x 60–180, y 20–140: trees below, sky above; `sky` is its display value. */
function viewsOf(sky: number): (x: number, y: number) => number {
  const luma = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < 60 || x >= 180 || y < 20 || y >= 140) return 0.4;
    return y < 80 ? sky : 0.8 + ((x * 7 + y * 13) % 5) * 0.03;
  });
  const coefficients = Float32Array.from({ length: 2 * luma.length }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const surfaces = { samples: new Float32Array(3 * luma.length), red: 0, blue: 0, confidence: 1 };
  const views = findViews(copy, { luma, coefficients, surfaces, level: 0.45 }, 1);
  return (x, y) => views[y * width + x];
}

describe("a window with trees below and sky above", () => {
  test("is a view whole where the sky is clipped, so that the pane is not grey below and white above", () => {
    const view = viewsOf(1);
    for (const y of [30, 50, 70, 110]) expect(view(120, y), `row ${y}`).toBeGreaterThan(0.9);
  });

  test("leaves the room out", () => {
    const view = viewsOf(1);
    expect(view(20, 80)).toBe(0);
    expect(view(120, 155)).toBe(0);
  });
});

test("a bright wall without a view is none, clipped or not", () => {
  for (const wall of [0.9, 1]) {
    const luma = Float32Array.from({ length: width * height }, (_, i) => (i % width < 120 ? wall : 0.4));
    const coefficients = Float32Array.from({ length: 2 * luma.length }, (_, i) => (i % 2 === 0 ? 1 : 0));
    const surfaces = { samples: new Float32Array(3 * luma.length), red: 0, blue: 0, confidence: 1 };
    const views = findViews(copy, { luma, coefficients, surfaces, level: 0.45 }, 1);
    expect(views[80 * width + 40]).toBeLessThan(0.05);
  }
});
