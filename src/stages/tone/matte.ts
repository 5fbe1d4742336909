import { boxMean } from "../../ops/index.ts";

/** Variance of a colour (display values) below which a place counts as plain. */
const plain = 1e-3;

/** A small copy: three display values a pixel. */
interface Guide {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/**
 * A soft mask brought to the picture's edges: in every window of `radius` the mask is explained as a linear function of
 * the colour, so that it ends where the colour changes (guided filter with a colour guide; He, Sun, Tang 2013,
 * equations 19 to 21; its functions are found on every second pixel, He & Sun 2015). 0 to 1, a value a pixel of the
 * small copy.
 */
export function matteOf(mask: Float32Array, picture: Guide, radius: number, wrapX: boolean): Float32Array {
  if (mask.every((value) => value === 0)) return mask;
  const { width, height, data } = picture;
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const guide = [0, 1, 2].map((c) => everySecond(data, 3, c, width, height));
  const reach = Math.max(1, Math.round(radius / 2));
  const blur = (plane: Float32Array) => boxMean({ width: columns, height: rows, data: plane }, reach, wrapX);
  const [red, green, blue, offset] = explain(everySecond(mask, 1, 0, width, height), guide, blur);
  const matte = new Float32Array(mask.length);
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> 1) * columns;
    for (let x = 0; x < width; x++, i++) {
      const at = row + (x >> 1);
      const value = red[at] * data[3 * i] + green[at] * data[3 * i + 1] + blue[at] * data[3 * i + 2] + offset[at];
      matte[i] = Math.min(1, Math.max(0, value));
    }
  }
  return matte;
}

/** Every second pixel of every second row of one of `channels` interleaved channels. */
function everySecond(data: Float32Array, channels: number, channel: number, width: number, height: number) {
  const picked = new Float32Array(Math.ceil(width / 2) * Math.ceil(height / 2));
  let at = 0;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) picked[at++] = data[channels * (y * width + x) + channel];
  return picked;
}

/** The mask as slopes of red, green and blue and an offset, meant over the window that `blur` takes. */
function explain(
  mask: Float32Array,
  guide: readonly Float32Array[],
  blur: (plane: Float32Array) => Float32Array,
): Float32Array[] {
  const means = guide.map(blur);
  const meanMask = blur(mask);
  const [rr, rg, rb, gg, gb, bb] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ].map(([a, b]) => covariance(guide[a], guide[b], means[a], means[b], blur));
  const withMask = guide.map((plane, c) => covariance(plane, mask, means[c], meanMask, blur));
  const slopes = means.map((plane) => new Float32Array(plane.length));
  const offset = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) {
    const [r, g, b] = [rr[i] + plain, gg[i] + plain, bb[i] + plain];
    // The inverse of the symmetric 3 × 3 matrix by its cofactors.
    const [c00, c01, c02] = [g * b - gb[i] ** 2, rb[i] * gb[i] - rg[i] * b, rg[i] * gb[i] - g * rb[i]];
    const [c11, c12, c22] = [r * b - rb[i] ** 2, rg[i] * rb[i] - r * gb[i], r * g - rg[i] ** 2];
    const scale = 1 / (r * c00 + rg[i] * c01 + rb[i] * c02);
    const [x, y, z] = [withMask[0][i], withMask[1][i], withMask[2][i]];
    slopes[0][i] = scale * (c00 * x + c01 * y + c02 * z);
    slopes[1][i] = scale * (c01 * x + c11 * y + c12 * z);
    slopes[2][i] = scale * (c02 * x + c12 * y + c22 * z);
    offset[i] = meanMask[i] - slopes[0][i] * means[0][i] - slopes[1][i] * means[1][i] - slopes[2][i] * means[2][i];
  }
  return [...slopes, offset].map(blur);
}

/** Mean of the products less the product of the means. */
function covariance(
  first: Float32Array,
  second: Float32Array,
  firstMean: Float32Array,
  secondMean: Float32Array,
  blur: (plane: Float32Array) => Float32Array,
): Float32Array {
  const products = new Float32Array(first.length);
  for (let i = 0; i < products.length; i++) products[i] = first[i] * second[i];
  const found = blur(products);
  for (let i = 0; i < found.length; i++) found[i] -= firstMean[i] * secondMean[i];
  return found;
}
