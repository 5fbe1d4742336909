import { solveCholesky } from "./solve-cholesky.ts";

/** Tolerances of the passes' robust weights, in pixels: a bowed edge lies further off a straight course than others. */
const TOLERANCES = [3, 1.5, 0.5, 0.5];

/**
 * How an edge curves: the second derivative, in 1/px, of its distances (`rests`, one a row) from a straight course, and
 * its standard error, as a weighted parabola has them; both 0 where rows do not tell. Of `rowsASample` neighbouring
 * rows, one tells something new.
 */
export function bowOf(
  rests: Float64Array,
  weights: Float64Array,
  rowsASample: number,
): { readonly curvature: number; readonly sigma: number } {
  let parabola: Parabola = { terms: [0, 0, 0], sigma: 0 };
  for (const tolerance of TOLERANCES) {
    const fitted = fitParabola(rests, weights, parabola, tolerance);
    if (!fitted) return { curvature: 0, sigma: 0 };
    parabola = fitted;
  }
  const scale = 2 * (2 / rests.length) ** 2;
  return {
    curvature: parabola.terms[2] * scale,
    sigma: parabola.sigma * scale * Math.sqrt(rowsASample / rests.length),
  };
}

/** Over t from −1 to 1. `sigma` is that of the last term if every row was one sample of the mean of all. */
interface Parabola {
  readonly terms: ArrayLike<number>;
  readonly sigma: number;
}

function fitParabola(
  rests: Float64Array,
  weights: Float64Array,
  former: Parabola,
  tolerance: number,
): Parabola | undefined {
  const matrix = new Float64Array(9);
  const right = [0, 0, 0];
  let squares = 0;
  for (let i = 0; i < rests.length; i++) {
    const t = (2 * i) / rests.length - 1;
    const powers = [1, t, t * t];
    const off = rests[i] - powers.reduce((sum, power, k) => sum + power * former.terms[k], 0);
    const weight = weights[i] / (1 + (off / tolerance) ** 2) ** 2;
    for (let r = 0; r < 3; r++) {
      right[r] += weight * powers[r] * rests[i];
      for (let c = 0; c <= r; c++) matrix[3 * r + c] += weight * powers[r] * powers[c];
    }
    squares += weight * off * off;
  }
  const terms = solveCholesky(matrix, right);
  const inverse = solveCholesky(matrix, [0, 0, 1]);
  return terms && inverse && { terms, sigma: Math.sqrt(inverse[2] * squares) };
}
