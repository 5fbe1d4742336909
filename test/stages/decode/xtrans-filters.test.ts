import { describe, expect, test } from "vitest";
import { xTransFilter } from "../../../bench/raw/sensor.ts";
import { xtransModels, xtransTaps } from "../../../src/kernels/index.ts";
import { xtransFilters } from "../../../src/stages/decode/xtrans-filters.ts";

const cell = xTransFilter.colors;
const filters = xtransFilters(cell);

const colorAt = (x: number, y: number) => cell[((y + 6) % 6) * 6 + ((x + 6) % 6)];

/** A model's table (0 its error, 1 its green) at a place of the cell, applied to a picture. */
function apply(x: number, y: number, table: number, model: number, sample: (x: number, y: number) => number): number {
  let sum = 0;
  for (let i = 0; i < xtransTaps; i++) {
    const at = (((y * 6 + x) * 2 + table) * xtransTaps + i) * xtransModels + model;
    sum += filters[at] * sample(x + (i % 7) - 3, y + Math.floor(i / 7) - 3);
  }
  return sum;
}

const places = Array.from({ length: 36 }, (_, i) => [i % 6, Math.floor(i / 6)] as const);
const models = Array.from({ length: xtransModels }, (_, k) => k);

describe("xtransFilters", () => {
  test("predict a flat colour without an error, and know its green, at every place", () => {
    const flat = (x: number, y: number) => [0.3, 0.5, 0.9][colorAt(x, y)];
    for (const [x, y] of places) {
      for (const k of models) {
        expect(Math.abs(apply(x, y, 0, k, flat))).toBeLessThan(1e-5);
        expect(apply(x, y, 1, k, flat)).toBeCloseTo(0.5, 5);
      }
    }
  });

  test.each([
    ["rows", 1, 0, 1],
    ["columns", 3, 1, 0],
    ["falling diagonals", 2, 1, -1],
    ["rising diagonals", 4, 1, 1],
  ])("the model of %s predicts grey lines of its kind best", (_, best, u, v) => {
    const lines = (x: number, y: number) => 0.5 + 0.3 * Math.sin((u * x + v * y) * 1.9);
    const errorOf = (k: number) => places.reduce((sum, [x, y]) => sum + apply(x, y, 0, k, lines) ** 2, 0);
    for (const k of models)
      if (k !== best && k < xtransModels / 2) expect(errorOf(k)).toBeGreaterThan(2 * errorOf(best));
  });

  test("are the same for a cell asked for again, and follow the cell when it is shifted", () => {
    expect(xtransFilters([...cell])).toBe(filters);
    const shifted = xtransFilters(cell.map((_, i) => cell[Math.floor(i / 6) * 6 + ((i + 1) % 6)]));
    const table = 2 * xtransTaps * xtransModels;
    expect(shifted.subarray(0, table)).toEqual(filters.subarray(table, 2 * table));
  });
});
