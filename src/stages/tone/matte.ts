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
  const pick = (read: (i: number) => number) =>
    Float32Array.from({ length: columns * rows }, (_, at) =>
      read(2 * Math.floor(at / columns) * width + 2 * (at % columns)),
    );
  const guide = [0, 1, 2].map((c) => pick((i) => data[3 * i + c]));
  const reach = Math.max(1, Math.round(radius / 2));
  const blur = (plane: Float32Array) => boxMean({ width: columns, height: rows, data: plane }, reach, wrapX);
  const [red, green, blue, offset] = explain(
    pick((i) => mask[i]),
    guide,
    blur,
  );
  return mask.map((_, i) => {
    const at = (Math.floor(i / width) >> 1) * columns + ((i % width) >> 1);
    const value = red[at] * data[3 * i] + green[at] * data[3 * i + 1] + blue[at] * data[3 * i + 2] + offset[at];
    return Math.min(1, Math.max(0, value));
  });
}

/** The mask as slopes of red, green and blue and an offset, meant over the window that `blur` takes. */
function explain(
  mask: Float32Array,
  guide: readonly Float32Array[],
  blur: (plane: Float32Array) => Float32Array,
): Float32Array[] {
  const means = guide.map(blur);
  const meanMask = blur(mask);
  const covariance = (a: number, b: number) => {
    const mean = blur(guide[a].map((value, i) => value * guide[b][i]));
    return mean.map((value, i) => value - means[a][i] * means[b][i]);
  };
  const [rr, rg, rb, gg, gb, bb] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ].map(([a, b]) => covariance(a, b));
  const withMask = guide.map((plane, c) => {
    const mean = blur(plane.map((value, i) => value * mask[i]));
    return mean.map((value, i) => value - means[c][i] * meanMask[i]);
  });
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
