/**
 * Solves a symmetric positive definite system by Cholesky's method, n × n row-major; `undefined` where the matrix is not, or not
 * clearly, positive definite.
 */
export function solveCholesky(matrix: Float64Array, right: ArrayLike<number>): Float64Array | undefined {
  const n = right.length;
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k];
      if (i === j && !(sum > 1e-9 * matrix[i * n + i])) return undefined;
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / lower[j * n + j];
    }
  }
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * n + k] * x[k];
    x[i] /= lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= lower[k * n + i] * x[k];
    x[i] /= lower[i * n + i];
  }
  return x;
}
