/** A pivot this small beside its diagonal element means that the data do not decide the unknown. */
const clearPivot = 1e-9;

/**
 * Solves a symmetric positive definite system, n × n row-major (the lower triangle is read), by Cholesky's method (Golub, Van Loan:
 * Matrix Computations, 4.2); `undefined` where the matrix is not positive definite, or where a pivot is not larger than `leastPivot`
 * of its diagonal element.
 */
export function solveCholesky(
  matrix: Float64Array,
  right: ArrayLike<number>,
  leastPivot = clearPivot,
): Float64Array | undefined {
  const lower = factor(matrix, right.length, leastPivot);
  if (!lower) return undefined;
  const n = right.length;
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) x[i] -= lower[i * n + j] * x[j];
    x[i] /= lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i] -= lower[j * n + i] * x[j];
    x[i] /= lower[i * n + i];
  }
  return x;
}

/** The lower triangular L with L Lᵀ = matrix. */
function factor(matrix: Float64Array, n: number, leastPivot: number): Float64Array | undefined {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    let squares = 0;
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let k = 0; k < j; k++) sum += lower[i * n + k] * lower[j * n + k];
      const value = (matrix[i * n + j] - sum) / lower[j * n + j];
      lower[i * n + j] = value;
      squares += value * value;
    }
    const pivot = matrix[i * n + i] - squares;
    // Also false for a matrix with values that are no numbers.
    if (!(pivot > leastPivot * matrix[i * n + i] && pivot < Number.POSITIVE_INFINITY)) return undefined;
    lower[i * n + i] = Math.sqrt(pivot);
  }
  return lower;
}
