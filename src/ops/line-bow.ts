import { solveCholesky } from "./linear-systems.ts";

/**
 * Tolerances of the robust weights in each pass, in pixels. A bowed edge is farther from a straight course than others,
 * so the first ones are large.
 */
const TOLERANCES = [3, 1.5, 0.5, 0.5];

/**
 * Curvature of an edge: the second derivative, in 1/px, of its distances (`rests`, one a row) from a straight course,
 * and its standard error, from a weighted parabola; both 0 if the rows do not determine it. One in `rowsASample`
 * neighbouring rows is independent.
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

/**
 * A parabola over t from −1 to 1. `sigma` is the standard error of the last term if the mean of all rows counted as one
 * sample.
 */
interface Parabola {
  readonly terms: readonly number[] | Float64Array;
  readonly sigma: number;
}

function fitParabola(
  rests: Float64Array,
  weights: Float64Array,
  former: Parabola,
  tolerance: number,
): Parabola | undefined {
  const [f0, f1, f2] = former.terms;
  let [m00, m10, m11, m20, m21, m22] = [0, 0, 0, 0, 0, 0];
  let [r0, r1, r2, squares] = [0, 0, 0, 0];
  for (let i = 0; i < rests.length; i++) {
    const rest = rests[i];
    const t = (2 * i) / rests.length - 1;
    const tt = t * t;
    const off = rest - (f0 + t * f1 + tt * f2);
    const ratio = off / tolerance;
    const spread = 1 + ratio * ratio;
    const weight = weights[i] / (spread * spread);
    const [weightT, weightTt] = [weight * t, weight * tt];
    m00 += weight;
    m10 += weightT;
    m11 += weightT * t;
    m20 += weightTt;
    m21 += weightTt * t;
    m22 += weightTt * tt;
    r0 += weight * rest;
    r1 += weightT * rest;
    r2 += weightTt * rest;
    squares += weight * off * off;
  }
  const matrix = Float64Array.of(m00, 0, 0, m10, m11, 0, m20, m21, m22);
  const terms = solveCholesky(matrix, [r0, r1, r2]);
  const inverse = solveCholesky(matrix, [0, 0, 1]);
  return terms && inverse && { terms, sigma: Math.sqrt(inverse[2] * squares) };
}
