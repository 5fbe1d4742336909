/** Index mirrored into [0, size) without repeating the border sample (reflect-101). */
export function reflect101(index: number, size: number): number {
  if (size === 1) return 0;
  let i = index;
  while (i < 0 || i >= size) i = i < 0 ? -i : 2 * size - 2 - i;
  return i;
}

export const half = (size: number): number => (size + 1) >> 1;

/** One plane of a picture, as numbers; the reference kernels process whole planes in plain, slow code. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

const taps = [1, 4, 6, 4, 1];

/** One Gaussian pyramid step (Burt & Adelson 1983): 5 × 5 binomial filter, reflect-101 borders, every second sample. */
export function reduce(plane: Plane): Plane {
  const width = half(plane.width);
  const height = half(plane.height);
  const data = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let j = 0; j < 5; j++) {
        const row = reflect101(2 * y + j - 2, plane.height) * plane.width;
        for (let i = 0; i < 5; i++) sum += taps[j] * taps[i] * plane.data[row + reflect101(2 * x + i - 2, plane.width)];
      }
      data[y * width + x] = sum / 256;
    }
  }
  return { width, height, data };
}

/** One step up to `width` × `height`, with OpenCV's pyrUp borders: mirrored at the start, repeated at the end. */
export function expand(plane: Plane, width: number, height: number): Plane {
  const data = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const rows = expandTaps(y, plane.height);
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const [j, rowWeight] of rows) {
        for (const [i, weight] of expandTaps(x, plane.width))
          sum += rowWeight * weight * plane.data[j * plane.width + i];
      }
      data[y * width + x] = sum / 64;
    }
  }
  return { width, height, data };
}

/** The coarse samples that contribute to a fine sample, with weights that sum to 8. */
function expandTaps(fine: number, size: number): [index: number, weight: number][] {
  const centre = fine >> 1;
  const next = Math.min(centre + 1, size - 1);
  if (fine & 1) {
    return [
      [centre, 4],
      [next, 4],
    ];
  }
  const previous = centre > 0 ? centre - 1 : Math.min(1, size - 1);
  return [
    [previous, 1],
    [centre, 6],
    [next, 1],
  ];
}
