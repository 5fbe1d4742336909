import { solveCholesky } from "./linear-systems.ts";

/** Tolerances of the passes' robust weights, in pixels: a bowed edge lies further off a straight course than others. */
const TOLERANCES = [3, 1.5, 0.5, 0.5];

/**
 * How an edge curves: the second derivative, in 1/px, of its distances (`rests`, one a row) from a straight course, and
 * its standard error, as a weighted parabola has them; both 0 where rows do not tell. Of `rowsASample` neighbouring
 * rows, one is independent.
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
