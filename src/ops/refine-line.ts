import type { LineSegment } from "./line-support.ts";
import { solveCholesky } from "./linear-systems.ts";

/** A plane of light in which edges are located: 1.0 = full scale. */
interface LightPlane {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

/** Distance from a line within which its edge is searched, in pixels. */
const REACH = 4;
/**
 * Share of an edge's steepest gradient below which gradients have no weight, because they are shading next to the edge.
 */
const FLOOR = 0.1;
/**
 * Tolerance of the robust weights, in pixels. Rows that are much farther off are occluded or belong to something else.
 */
const ROW_TOLERANCE = 0.5;
const PASSES = 4;
/** One in this many neighbouring rows is independent, because they share pixels and noise. */
const ROWS_A_SAMPLE = 3;

/** A line b = offset + slope (a − middle), with a along it and b across it, and the standard error of its slope. */
interface Course {
  readonly middle: number;
  readonly offset: number;
  readonly slope: number;
  readonly sigma: number;
}

/**
 * Fits a segment again to its edge, row by row (column by column for flat lines): to the centre of gravity of the
 * gradient with the edge's polarity, including faint flanks, with robust weights. Regions of thresholded gradients snap
 * to the pixel grid if an edge is weak and nearly parallel to it, because only its steepest pixels pass the threshold;
 * this fit does not. `undefined` if there is no edge along the segment.
 */
export function refineSegment(plane: LightPlane, segment: LineSegment): LineSegment | undefined {
  const { x1, y1, x2, y2 } = segment;
  const isSteep = Math.abs(y2 - y1) >= Math.abs(x2 - x1);
  const [a1, b1, a2, b2] = isSteep ? [y1, x1, y2, x2] : [x1, y1, x2, y2];
  const rows = new RowEdges(plane, isSteep, Math.ceil(Math.min(a1, a2)), Math.floor(Math.max(a1, a2)));
  let course: Course = { middle: a1, offset: b1, slope: (b2 - b1) / (a2 - a1), sigma: 0 };
  const sign = rows.polarityAlong(course);
  for (let pass = 0; pass < PASSES; pass++) {
    rows.locate(course, sign);
    const fitted = rows.fit(course);
    if (!fitted) return undefined;
    course = fitted;
  }
  const { first, last } = rows;
  const [begin, end] = [
    course.offset + course.slope * (first - course.middle),
    course.offset + course.slope * (last - course.middle),
  ];
  const ends = isSteep ? { x1: begin, y1: first, x2: end, y2: last } : { x1: first, y1: begin, x2: last, y2: end };
  const lengthPx = Math.hypot(last - first, end - begin);
  const bow = bowOf(rows.restsFrom(course), rows.weights, ROWS_A_SAMPLE);
  const turn = (1 + course.slope ** 2) ** 1.5;
  return {
    ...ends,
    lengthPx,
    widthPx: segment.widthPx,
    angleSigma: course.sigma / (1 + course.slope ** 2),
    bow: bow.curvature / turn,
    bowSigma: bow.sigma / turn,
  };
}

/** Positions where an edge crosses the rows (or columns) from `first` to `last`. */
class RowEdges {
  readonly first: number;
  readonly last: number;
  readonly #light: Float32Array;
  readonly #strideAlong: number;
  readonly #strideAcross: number;
  readonly #sizeAcross: number;
  readonly #position: Float64Array;
  /** Strength of the edge in the row; 0 if there is no edge. */
  readonly #weight: Float64Array;

  constructor({ light, width, height }: LightPlane, isSteep: boolean, first: number, last: number) {
    this.#light = light;
    [this.#strideAlong, this.#strideAcross] = isSteep ? [width, 1] : [1, width];
    this.#sizeAcross = isSteep ? width : height;
    // Gradients need a neighbour on each side.
    this.first = Math.max(1, first);
    this.last = Math.min((isSteep ? height : width) - 2, last);
    const count = Math.max(0, this.last - this.first + 1);
    this.#position = new Float64Array(count);
    this.#weight = new Float64Array(count);
  }

  /** 1 if the light rises across the line, −1 if it falls. */
  polarityAlong({ middle, offset, slope }: Course): number {
    let sum = 0;
    for (let a = this.first; a <= this.last; a++) {
      const b = Math.round(offset + slope * (a - middle));
      if (b >= 1 && b < this.#sizeAcross - 1) sum += this.#gradient(a, b);
    }
    return sum < 0 ? -1 : 1;
  }

  locate({ middle, offset, slope }: Course, sign: number): void {
    const gradients = new Float64Array(2 * REACH + 1);
    for (let a = this.first; a <= this.last; a++) {
      const center = Math.round(offset + slope * (a - middle));
      let steepest = 0;
      for (let k = 0; k < gradients.length; k++) {
        const b = center + k - REACH;
        gradients[k] = b >= 1 && b < this.#sizeAcross - 1 ? sign * this.#gradient(a, b) : 0;
        steepest = Math.max(steepest, gradients[k]);
      }
      let [sum, moment] = [0, 0];
      for (let k = 0; k < gradients.length; k++) {
        const weight = Math.max(0, gradients[k] - FLOOR * steepest);
        sum += weight;
        moment += weight * k;
      }
      this.#weight[a - this.first] = sum;
      this.#position[a - this.first] = sum > 0 ? center - REACH + moment / sum : 0;
    }
  }

  /**
   * Least squares over the rows, weighted by strength and, against outliers, by the distance from the previous course.
   */
  fit(former: Course): Course | undefined {
    let [w0, w1, w2, p0, p1] = [0, 0, 0, 0, 0];
    const weightOf = (i: number, course: Course) => {
      const off = (this.#position[i] - course.offset - course.slope * (this.first + i - course.middle)) / ROW_TOLERANCE;
      return this.#weight[i] / (1 + off * off) ** 2;
    };
    for (let i = 0; i < this.#weight.length; i++) {
      const weight = weightOf(i, former);
      w0 += weight;
      w1 += weight * i;
      w2 += weight * i * i;
      p0 += weight * this.#position[i];
      p1 += weight * this.#position[i] * i;
    }
    const spread = w2 - (w1 * w1) / w0;
    if (!(spread > 0)) return undefined;
    const slope = (p1 - (w1 * p0) / w0) / spread;
    const course = { middle: this.first + w1 / w0, offset: p0 / w0, slope, sigma: 0 };
    let squares = 0;
    for (let i = 0; i < this.#weight.length; i++) {
      const off = this.#position[i] - course.offset - slope * (this.first + i - course.middle);
      squares += weightOf(i, course) * off * off;
    }
    return { ...course, sigma: Math.sqrt(((squares / w0) * (ROWS_A_SAMPLE / this.#weight.length)) / (spread / w0)) };
  }

  /** Distance of each row's edge from a course, in pixels. */
  restsFrom({ middle, offset, slope }: Course): Float64Array {
    return this.#position.map((position, i) => position - offset - slope * (this.first + i - middle));
  }

  get weights(): Float64Array {
    return this.#weight;
  }

  /** Scharr's derivative across the line. */
  #gradient(a: number, b: number): number {
    const [light, along, across] = [this.#light, this.#strideAlong, this.#strideAcross];
    const i = a * along + b * across;
    const outer =
      light[i + across + along] - light[i - across + along] + light[i + across - along] - light[i - across - along];
    return (10 * (light[i + across] - light[i - across]) + 3 * outer) / 32;
  }
}

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
function bowOf(
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
