/** A pivot this small beside its diagonal element means that the data do not decide the unknown. */
const clearPivot = 1e-9;

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
  const n = right.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) if (!Number.isFinite(matrix[i * n + j])) return undefined;
  }
  const lower = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const row = j * n;
    let squares = 0;
    for (let k = 0; k < j; k++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += lower[k * n + i] * lower[row + i];
      const value = (matrix[row + k] - sum) / lower[k * n + k];
      lower[row + k] = value;
      squares += value * value;
    }
    const pivot = Math.sqrt(Math.max(0, matrix[row + j] - squares));
    if (!(pivot > 0 && pivot ** 2 > leastPivot * matrix[row + j])) return undefined;
    lower[row + j] = pivot;
  }
  return substitute(lower, Float64Array.from(right));
}

/** Solves L Lᵀ x = b in the memory of b. */
function substitute(lower: Float64Array, x: Float64Array): Float64Array {
  const n = x.length;
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < k; i++) x[k] -= x[i] * lower[k * n + i];
    x[k] /= lower[k * n + k];
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let i = k + 1; i < n; i++) x[k] -= x[i] * lower[i * n + k];
    x[k] /= lower[k * n + k];
  }
  return x;
}
