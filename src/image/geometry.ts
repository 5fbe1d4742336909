/** A 3 × 3 projective transform, row-major, in pixels: (x, y, 1) → (x', y', w'); pixel centres are at integers. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export const identityHomography: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of whole pixels. */
export interface Rect {
  /** Left edge, in pixels. */
  readonly x: number;
  /** Upper edge, in pixels. */
  readonly y: number;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
}

export function applyHomography(h: Homography, x: number, y: number): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** a ∘ b: first b, then a. */
export function composeHomographies(a: Homography, b: Homography): Homography {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      out.push(a[row * 3] * b[column] + a[row * 3 + 1] * b[column + 3] + a[row * 3 + 2] * b[column + 6]);
    }
  }
  return out as unknown as Homography;
}

/** Never throws: a singular matrix gives non-finite entries, which callers test with {@link isFiniteHomography}. */
export function invertHomography(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h;
  const A = e * j - f * i;
  const B = f * g - d * j;
  const C = d * i - e * g;
  const det = a * A + b * B + c * C;
  const m = [A, c * i - b * j, b * f - c * e, B, a * j - c * g, c * d - a * f, C, b * g - a * i, a * e - b * d];
  return m.map((value) => value / det) as unknown as Homography;
}

export function isFiniteHomography(h: Homography): boolean {
  return h.every(Number.isFinite);
}

export function degreesOf(radians: number): number {
  return (radians * 180) / Math.PI;
}

export function radiansOf(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
