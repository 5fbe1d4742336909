/** EXIF orientation, 1 to 8; 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Values other than 1 to 8 count as upright, as all viewers treat them. */
export function toOrientation(value: unknown): Orientation {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

export function swapsAxes(orientation: Orientation): boolean {
  return orientation >= 5;
}

/**
 * The effect of an orientation on stored coordinates (EXIF 2.32, 4.6.4 A): it mirrors them, then swaps them for quarter
 * turns.
 */
interface Turning {
  readonly swaps: boolean;
  readonly mirrorsX: boolean;
  readonly mirrorsY: boolean;
}

function turningOf(orientation: Orientation): Turning {
  return {
    swaps: swapsAxes(orientation),
    mirrorsX: [2, 3, 7, 8].includes(orientation),
    mirrorsY: [3, 4, 6, 7].includes(orientation),
  };
}

/** Rows of the matrix from stored to displayed coordinates, both relative to the centre. */
function matrixOf(orientation: Orientation): readonly [number, number, number, number] {
  const { swaps, mirrorsX, mirrorsY } = turningOf(orientation);
  const [x, y] = [mirrorsX ? -1 : 1, mirrorsY ? -1 : 1];
  return swaps ? [0, y, x, 0] : [x, 0, 0, y];
}

/** The turn, as an orientation, after which a picture displayed with `from` looks as if displayed with `to`. */
export function turnBetween(from: Orientation, to: Orientation): Orientation {
  const [a, b, c, d] = matrixOf(to);
  const [e, f, g, h] = matrixOf(from);
  // The inverse of an orthogonal matrix is its transpose.
  const wanted = [a * e + b * f, a * g + b * h, c * e + d * f, c * g + d * h];
  return orientations.find((each) => matrixOf(each).every((value, i) => value === wanted[i]))!;
}

/** Interleaved samples of a picture. */
interface Samples<T> {
  readonly data: T;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Writes a picture, turned by the orientation, into `target`, which has the same number of samples. */
export function turnInto<T extends Uint8Array | Uint16Array | Float32Array>(
  { data, width, height, channels }: Samples<T>,
  orientation: Orientation,
  target: T,
): void {
  const { swaps, mirrorsX, mirrorsY } = turningOf(orientation);
  const columns = swaps ? height : width;
  for (let y = 0, from = 0; y < height; y++) {
    const row = mirrorsY ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const column = mirrorsX ? width - 1 - x : x;
      const to = (swaps ? column * columns + row : row * columns + column) * channels;
      for (let k = 0; k < channels; k++) target[to + k] = data[from++];
    }
  }
}
