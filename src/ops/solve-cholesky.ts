import { createRequire } from "node:module";
import type * as MlMatrix from "ml-matrix";

/** A pivot this small beside its diagonal element means that the data do not decide the unknown. */
const clearPivot = 1e-9;

let library: typeof MlMatrix | undefined;

/**
 * Solves a symmetric positive definite system, n × n row-major (the lower triangle is read), by Cholesky's method
 * (Golub, Van Loan: Matrix Computations, 4.2); `undefined` where the matrix is not positive definite, or where a pivot
 * is not larger than `leastPivot` of its diagonal element.
 */
export function solveCholesky(
  matrix: Float64Array,
  right: ArrayLike<number>,
  leastPivot = clearPivot,
): Float64Array | undefined {
  // Loaded when first needed, and by `require`: an `import` searches its CommonJS text for names, 33 ms against 6.
  library ??= createRequire(import.meta.url)("ml-matrix") as typeof MlMatrix;
  const { CholeskyDecomposition, Matrix } = library;
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
  if (!decomposition.isPositiveDefinite()) return undefined;
  const lower = decomposition.lowerTriangularMatrix;
  for (let i = 0; i < n; i++) {
    if (!(lower.get(i, i) ** 2 > leastPivot * symmetric.get(i, i))) return undefined;
  }
  return Float64Array.from(decomposition.solve(Matrix.columnVector(Array.from(right))).to1DArray());
}
