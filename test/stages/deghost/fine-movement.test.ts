import { describe, expect, test } from "vitest";
import { justTolerated } from "../../../src/kernels/index.ts";
import { findFineMovement } from "../../../src/stages/deghost/areas.ts";
import { countAround } from "../../../src/stages/deghost/cell-mask.ts";

const grid = { width: 60, height: 50, wrapX: false };

/** Contradictions of `size` × `size` cells, `step` cells apart, in a square of 32 cells; none elsewhere. */
function scattered(size: number, step: number, value: number): Uint8Array {
  const contradictions = new Uint8Array(grid.width * grid.height);
  for (let y = 8; y + size <= 40; y += step) {
    for (let x = 8; x + size <= 40; x += step) {
      for (let v = y; v < y + size; v++) contradictions.fill(value, v * grid.width + x, v * grid.width + x + size);
    }
  }
  return contradictions;
}

const found = (contradictions: Uint8Array) => {
  const weak = contradictions.map((value) => (value > justTolerated / 2 ? 1 : 0));
  return findFineMovement(contradictions, weak, grid).reduce((sum, value) => sum + value, 0);
};

describe("findFineMovement", () => {
  test("takes many small contradictions in one place together, with the gaps between them", () => {
    expect(found(scattered(2, 8, justTolerated))).toBeGreaterThan(500);
  });

  test.each([
    ["few of them", scattered(2, 16, justTolerated)],
    ["single cells", scattered(1, 4, justTolerated)],
    ["what is tolerated", scattered(2, 8, justTolerated - 1)],
    ["large patches, which are no leaves", scattered(7, 8, justTolerated)],
    ["nothing", new Uint8Array(grid.width * grid.height)],
  ])("finds nothing in %s", (_, contradictions) => {
    expect(found(contradictions)).toBe(0);
  });
});

describe("countAround", () => {
  test("counts the set cells within a square, cut off at the edges", () => {
    const mask = new Uint8Array(5 * 4).fill(1);
    const counts = countAround(mask, { width: 5, height: 4, wrapX: false }, 1);
    expect([counts[0], counts[1], counts[6], counts[19]]).toEqual([4, 6, 9, 4]);
  });
});
