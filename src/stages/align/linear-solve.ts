import { CholeskyDecomposition, Matrix } from "ml-matrix";

/** A pivot this small beside its diagonal element means that the data do not decide the unknown. */
const leastPivot = 1e-9;

/**
 * Solves a symmetric positive definite system, n × n row-major (the lower triangle is read), by Cholesky's method; `undefined` where the matrix is not, or not
 * clearly, positive definite.
 */
export function solveCholesky(matrix: Float64Array, right: ArrayLike<number>): Float64Array | undefined {
  const n = right.length;
  if (!matrix.every(Number.isFinite)) return undefined;
  const symmetric = new Matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) symmetric.set(i, j, matrix[Math.max(i, j) * n + Math.min(i, j)]);
  }
  const decomposition = new CholeskyDecomposition(symmetric);
  const lower = decomposition.lowerTriangularMatrix;
  for (let i = 0; i < n; i++) {
    if (!(lower.get(i, i) ** 2 > leastPivot * matrix[i * n + i])) return undefined;
  }
  return Float64Array.from(decomposition.solve(Matrix.columnVector(Array.from(right))).to1DArray());
}
