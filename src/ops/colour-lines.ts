import { productOf } from "./box-filters.ts";

/** Mean of a plane around each of its pixels. */
type Blur = (plane: Float32Array) => Float32Array;

/** A plane as slopes over red, green and blue and an offset, each a plane of the guide's size. */
type ColourLines = [Float32Array, Float32Array, Float32Array, Float32Array];

/**
 * Fits planes as linear functions of the colour around each pixel, averaged over the window of `blur` (guided filter
 * with a colour guide; He, Sun, Tang 2013, equations 19 to 21). `guide` is planes of red, green and blue; `plain` is
 * the variance of colour below which a surface counts as plain, in the guide's units squared. What depends only on the
 * guide is computed once for all planes.
 */
export function fitColourLines(
  guide: readonly Float32Array[],
  blur: Blur,
  plain: number,
): (plane: Float32Array) => ColourLines {
  const means = guide.map(blur);
  const [rr, rg, rb, gg, gb, bb] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ].map(([a, b]) => covariance(guide[a], guide[b], means[a], means[b], blur));
  const inverse = new Float64Array(7 * rr.length);
  for (let i = 0; i < rr.length; i++) {
    const [r, g, b] = [rr[i] + plain, gg[i] + plain, bb[i] + plain];
    // The inverse of the symmetric 3 × 3 matrix by its cofactors.
    const [c00, c01, c02] = [g * b - gb[i] ** 2, rb[i] * gb[i] - rg[i] * b, rg[i] * gb[i] - g * rb[i]];
    const [c11, c12, c22] = [r * b - rb[i] ** 2, rg[i] * rb[i] - r * gb[i], r * g - rg[i] ** 2];
    inverse.set([c00, c01, c02, c11, c12, c22, 1 / (r * c00 + rg[i] * c01 + rb[i] * c02)], 7 * i);
  }
  return (plane) => {
    const mean = blur(plane);
    const [red, green, blue] = guide.map((channel, c) => covariance(channel, plane, means[c], mean, blur));
    const slopes = means.map((each) => new Float32Array(each.length));
    const offset = new Float32Array(plane.length);
    for (let i = 0, at = 0; i < plane.length; i++, at += 7) {
      const [c00, c01, c02] = [inverse[at], inverse[at + 1], inverse[at + 2]];
      const [c11, c12, c22, scale] = [inverse[at + 3], inverse[at + 4], inverse[at + 5], inverse[at + 6]];
      const [x, y, z] = [red[i], green[i], blue[i]];
      slopes[0][i] = scale * (c00 * x + c01 * y + c02 * z);
      slopes[1][i] = scale * (c01 * x + c11 * y + c12 * z);
      slopes[2][i] = scale * (c02 * x + c12 * y + c22 * z);
      offset[i] = mean[i] - slopes[0][i] * means[0][i] - slopes[1][i] * means[1][i] - slopes[2][i] * means[2][i];
    }
    return [blur(slopes[0]), blur(slopes[1]), blur(slopes[2]), blur(offset)];
  };
}

/** Mean of the products minus the product of the means. */
function covariance(
  first: Float32Array,
  second: Float32Array,
  firstMean: Float32Array,
  secondMean: Float32Array,
  blur: Blur,
): Float32Array {
  const found = blur(productOf(first, second));
  for (let i = 0; i < found.length; i++) found[i] -= firstMean[i] * secondMean[i];
  return found;
}

/** Width of the square bins in which log chromaticities are counted, from −1 to 1 on both axes. */
export const binWidth = 0.01;
export const binsPerAxis = 200;

/** Index of the bin of log(R/G) and log(B/G); −1 outside the range. */
export function binOf(red: number, blue: number): number {
  const [column, row] = [Math.floor((red + 1) / binWidth), Math.floor((blue + 1) / binWidth)];
  return Math.min(column, row) < 0 || Math.max(column, row) >= binsPerAxis ? -1 : row * binsPerAxis + column;
}
