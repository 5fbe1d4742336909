import { describe, expect, test } from "vitest";
import type { Cells } from "../../../src/stages/check/cells.ts";
import { compareTints } from "../../../src/stages/check/colour.ts";
import { seededRandom } from "../../support/random.ts";

type Rgb = readonly [number, number, number];
const [width, height] = [60, 40];

/** Cells of the colours given by their place, 0 to 1. */
function cellsOf(colourAt: (u: number, v: number, cell: number) => Rgb): Cells {
  const count = width * height;
  const list = (length: number) => new Float32Array(new SharedArrayBuffer(4 * length));
  const rgb = list(3 * count);
  for (let cell = 0; cell < count; cell++) {
    rgb.set(colourAt((cell % width) / width, Math.floor(cell / width) / height, cell), 3 * cell);
  }
  return { width, height, rgb, lab: list(3 * count), luma: list(count), detail: list(count), fine: list(count) };
}

const grey: Rgb = [0.5, 0.5, 0.5];
const [leftEdge, rightEdge] = [(u: number) => u < 0.15, (u: number) => u > 0.85];
const tinted = ([r, g, b]: Rgb): Rgb => [r * 1.15, g / 1.15, b * 1.15];

describe("compareTints", () => {
  const yellow: Rgb = [0.8, 0.75, 0.14];
  const room = cellsOf((u) => (leftEdge(u) || rightEdge(u) ? yellow : grey));

  test("lets one pure colour pale more than another", () => {
    const pale: Rgb = [0.8, 0.75, 0.14 * Math.exp(0.54)];
    const toned = cellsOf((u) => (leftEdge(u) ? pale : rightEdge(u) ? yellow : grey));
    expect(compareTints(toned, room).tintedShare).toBe(0);
  });

  test("finds a tint", () => {
    const patched = cellsOf((u) => (leftEdge(u) ? tinted(grey) : grey));
    expect(
      compareTints(
        patched,
        cellsOf(() => grey),
      ).tintedShare,
    ).toBeCloseTo(0.15, 1);
  });

  const random = seededRandom(3);
  /** Logs of green against red and blue: 0.3 to 0.7, as under a lamp; nothing is grey. */
  const greens = Float64Array.from({ length: width * height }, () => 0.3 + 0.4 * random());
  const lit = (change: (green: number) => number) =>
    cellsOf((_u, _v, cell) => {
      const green = change(greens[cell]);
      return [0.7 * Math.exp(-green / 3), 0.5 * Math.exp((2 * green) / 3), 0.3 * Math.exp(-green / 3)];
    });

  test("takes no vividness for a cast where nothing is grey", () => {
    const vivid = lit((green) => 0.5 + 1.4 * (green - 0.5));
    expect(
      compareTints(
        vivid,
        lit((green) => green),
      ).cast,
    ).toBeLessThan(0.01);
  });

  test("finds a cast where nothing is grey, of warmth and of green", () => {
    const plain = lit((green) => green);
    const greener = lit((green) => green + 0.15);
    expect(compareTints(greener, plain).cast).toBeCloseTo(0.15, 2);
    const warmer = cellsOf((_u, _v, cell) => {
      const [r, g, b] = plain.rgb.subarray(3 * cell, 3 * cell + 3);
      return [1.1 * r, g, 0.9 * b];
    });
    expect(compareTints(warmer, plain).cast).toBeGreaterThan(0.09);
  });
});
