import { createRequire } from "node:module";
import type * as MlMatrix from "ml-matrix";
import { EngineError } from "../errors/index.ts";

/** Minimum ratio of a pivot to its diagonal element, without unit. Below it, the data do not determine the unknown. */
const clearPivot = 1e-9;

let library: typeof MlMatrix | undefined;

/** Loaded on first use by `require`: `import` searches its CommonJS text for names, which takes 33 ms instead of 6. */
function matrixLibrary(): typeof MlMatrix {
  library ??= createRequire(import.meta.url)("ml-matrix") as typeof MlMatrix;
  return library;
}

/**
 * Solves a symmetric positive definite system, n × n row-major (only the lower triangle is read), by Cholesky's method
 * (Golub, Van Loan: Matrix Computations, 4.2). Returns `undefined` if the matrix is not positive definite, or if a
 * pivot is not larger than `minPivot` times its diagonal element.
 */
export function solveCholesky(
  matrix: Float64Array,
  right: ArrayLike<number>,
  minPivot = clearPivot,
): Float64Array | undefined {
  const { CholeskyDecomposition, Matrix } = matrixLibrary();
  const n = right.length;
  const symmetric = new Matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = matrix[i * n + j];
      if (!Number.isFinite(value)) return undefined;
      symmetric.set(i, j, value).set(j, i, value);
    }
  }
  const decomposition = new CholeskyDecomposition(symmetric);
  const lower = decomposition.lowerTriangularMatrix;
  for (let i = 0; i < n; i++) {
    if (!(lower.get(i, i) ** 2 > minPivot * symmetric.get(i, i))) return undefined;
  }
  return Float64Array.from(decomposition.solve(Matrix.columnVector(right)).to1DArray());
}

/**
 * Solves a system of n equations, n × n row-major, for several right sides of n values, by LU decomposition with row
 * pivoting (Golub, Van Loan: Matrix Computations, 3.4). Returns a solution for each right side, in order. Throws
 * `internal` if the matrix is singular: it is for matrices that are regular by construction.
 */
export function solveLu(matrix: Float64Array, rights: readonly Float64Array[]): readonly Float64Array[] {
  const { LuDecomposition, Matrix } = matrixLibrary();
  const n = Math.sqrt(matrix.length);
  const decomposition = new LuDecomposition(Matrix.from1DArray(n, n, matrix));
  if (decomposition.isSingular())
    throw new EngineError("internal", "ops: expected a regular matrix, got a singular one");
  return rights.map((right) => Float64Array.from(decomposition.solve(Matrix.columnVector(right)).to1DArray()));
}
