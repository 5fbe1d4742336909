import { describe, expect, test } from "vitest";
import { solveCholesky, solveLu } from "../../src/ops/index.ts";

/** A Gram matrix, which is positive definite, of pseudo-random rows. */
function gram(n: number): Float64Array {
  const rows = Float64Array.from({ length: n * n }, (_, i) => Math.sin(i * 12.9898 + n) * 2);
  const at = (i: number, j: number) =>
    Array.from({ length: n }, (_, k) => rows[i * n + k] * rows[j * n + k]).reduce((a, b) => a + b, i === j ? 0.5 : 0);
  return Float64Array.from({ length: n * n }, (_, i) => at(Math.floor(i / n), i % n));
}

describe("solveCholesky", () => {
  test.each([1, 2, 6, 33])("solves %i equations", (n) => {
    const matrix = gram(n);
    const wanted = Array.from({ length: n }, (_, i) => Math.cos(i) * 3);
    const right = wanted.map((_, i) => wanted.reduce((sum, x, j) => sum + matrix[i * n + j] * x, 0));
    const solved = solveCholesky(matrix, right) ?? [];
    expect(Math.max(...wanted.map((x, i) => Math.abs(x - solved[i])))).toBeLessThan(1e-9);
  });

  test("reads the lower triangle alone and leaves its inputs as they are", () => {
    const [matrix, right] = [Float64Array.of(4, 99, 2, 3), [2, 4]];
    expect([...(solveCholesky(matrix, right) ?? [])].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([-0.25, 1.5]);
    expect([[...matrix], right]).toEqual([
      [4, 99, 2, 3],
      [2, 4],
    ]);
  });

  test.each([
    ["is not positive definite", [1, 2, 2, 1]],
    ["holds something that is no number", [Number.NaN, 0, 0, 1]],
    ["holds an infinity", [Number.POSITIVE_INFINITY, 0, 0, 1]],
  ])("gives nothing where the matrix %s", (_what, matrix) => {
    expect(solveCholesky(Float64Array.from(matrix), [1, 1])).toBeUndefined();
  });

  test("gives nothing where a pivot is smaller than asked", () => {
    const matrix = Float64Array.of(1, 1, 1, 1 + 1e-10);
    expect(solveCholesky(matrix, [1, 1], 0)).toBeDefined();
    expect(solveCholesky(matrix, [1, 1])).toBeUndefined();
  });
});

describe("solveLu", () => {
  test.each([1, 3, 52])("solves %i equations that are not symmetric for each right side", (n) => {
    const matrix = Float64Array.from({ length: n * n }, (_, i) => Math.sin(i * 12.9898) + (i % (n + 1) === 0 ? n : 0));
    const wanted = [0, 1].map((k) => Float64Array.from({ length: n }, (_, i) => Math.cos(i + k)));
    const rights = wanted.map((x) =>
      x.map((_, row) => x.reduce((sum, value, i) => sum + matrix[row * n + i] * value, 0)),
    );
    for (const [k, solved] of solveLu(matrix, rights).entries()) {
      expect(Math.max(...solved.map((value, i) => Math.abs(value - wanted[k][i])))).toBeLessThan(1e-9);
    }
  });

  test("exchanges rows where a pivot is 0", () => {
    expect(solveLu(Float64Array.of(0, 1, 2, 0), [Float64Array.of(3, 8)])).toEqual([Float64Array.of(4, 3)]);
  });

  test("throws at a singular matrix", () => {
    expect(() => solveLu(Float64Array.of(1, 2, 2, 4), [Float64Array.of(1, 1)])).toThrow(/singular/);
  });
});
