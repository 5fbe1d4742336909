/** Row-major 3 × 3. */
export type Matrix3 = readonly number[];

export type Vector3 = readonly [number, number, number];

export const identity: Matrix3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function diagonal([a, b, c]: readonly number[]): Matrix3 {
  return [a, 0, 0, 0, b, 0, 0, 0, c];
}

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  return [0, 3, 6].flatMap((row) =>
    [0, 1, 2].map((c) => a[row] * b[c] + a[row + 1] * b[c + 3] + a[row + 2] * b[c + 6]),
  );
}

export function transform(m: Matrix3, [x, y, z]: Vector3): Vector3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** `undefined` for a singular matrix. */
export function invert([a, b, c, d, e, f, g, h, i]: Matrix3): Matrix3 | undefined {
  const m = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const determinant = a * m[0] + b * m[3] + c * m[6];
  return Math.abs(determinant) > 1e-12 ? m.map((value) => value / determinant) : undefined;
}

export function determinantOf([a, b, c, d, e, f, g, h, i]: Matrix3): number {
  return a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g);
}
