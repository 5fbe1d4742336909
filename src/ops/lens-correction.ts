import type { Point } from "../image/index.ts";

/**
 * The correction of a lens's errors in one picture: plain data in the conventions of lensfun. A radius is the distance
 * from the picture's centre in pixels, multiplied by the model's `unitsPerPx`, which converts it to the units of the
 * calibration: 1 is half the shorter side of the calibration sensor for `distortion` and `tca`, half its diagonal for
 * `vignetting`.
 */
export interface LensCorrection {
  /** Width of the picture, in pixels; the corrected picture has the same. */
  readonly width: number;
  /** Height of the picture, in pixels; the corrected picture has the same. */
  readonly height: number;
  /** Magnification of the corrected picture about its centre, which keeps all of it inside the source. */
  readonly scale: number;
  /** r_distorted = r (t0 + t1 r + t2 r² + t3 r³ + t4 r⁴), where r is the corrected radius. */
  readonly distortion?: RadialModel;
  /**
   * Red and blue relative to green: r_channel = r (v + c r + b r²), [v, c, b] each, r the distorted radius of green.
   */
  readonly tca?: {
    /** Converts pixels from the centre to units of the calibration. */
    readonly unitsPerPx: number;
    /** [v, c, b] of red. */
    readonly red: readonly number[];
    /** [v, c, b] of blue. */
    readonly blue: readonly number[];
  };
  /** Relative light at a radius, 1 at the centre: 1 + k1 r² + k2 r⁴ + k3 r⁶; [k1, k2, k3]. */
  readonly vignetting?: RadialModel;
}

/** A polynomial in the distance from the picture's centre. */
export interface RadialModel {
  /** Converts pixels from the centre to units of the calibration. */
  readonly unitsPerPx: number;
  /** The coefficients of the polynomial. */
  readonly terms: readonly number[];
}

/** t0 + t1 r + t2 r² + …; also the factor by which a radius grows. */
function polynomial(terms: readonly number[], r: number): number {
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i--) sum = sum * r + terms[i];
  return sum;
}

/** Position in the source of the corrected picture's pixel (x, y), in its channel (0 red, 1 green, 2 blue). */
export function distortPoint(correction: LensCorrection, x: number, y: number, channel: number): Point {
  const { width, height, scale, distortion, tca } = correction;
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  let dx = (x - centerX) / scale;
  let dy = (y - centerY) / scale;
  if (distortion) {
    const factor = polynomial(distortion.terms, Math.hypot(dx, dy) * distortion.unitsPerPx);
    dx *= factor;
    dy *= factor;
  }
  if (tca && channel !== 1) {
    const factor = polynomial(channel === 0 ? tca.red : tca.blue, Math.hypot(dx, dy) * tca.unitsPerPx);
    dx *= factor;
    dy *= factor;
  }
  return { x: centerX + dx, y: centerY + dy };
}

/** Position in the corrected picture of the source's point (x, y) in green: the inverse of {@link distortPoint}. */
export function correctPoint(correction: LensCorrection, x: number, y: number): Point {
  const { width, height, scale, distortion } = correction;
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  const radius = Math.hypot(x - centerX, y - centerY);
  if (!distortion || radius === 0) return { x: centerX + (x - centerX) * scale, y: centerY + (y - centerY) * scale };
  const factor = (undistortRadius(distortion, radius) / radius) * scale;
  return { x: centerX + (x - centerX) * factor, y: centerY + (y - centerY) * factor };
}

/**
 * Solves r · t(r) = distorted radius by Newton's method. The models in use increase monotonically, so it converges in a
 * few steps.
 */
function undistortRadius({ terms, unitsPerPx }: RadialModel, distortedPx: number): number {
  const wanted = distortedPx * unitsPerPx;
  const slopeTerms = terms.map((term, i) => term * (i + 1));
  let r = wanted;
  for (let step = 0; step < 20; step++) {
    const change = (r * polynomial(terms, r) - wanted) / polynomial(slopeTerms, r);
    r -= change;
    if (Math.abs(change) < 1e-9) break;
  }
  return r / unitsPerPx;
}

/**
 * Minimum relative light. Fitted polynomials can fall to 0 outside their data; no lens does, and a higher gain would
 * only show noise.
 */
const LEAST_LIGHT = 1 / 16;

/** The gain on linear light, at most 16, that corrects vignetting at the source's point (x, y). */
export function vignettingGain(correction: LensCorrection, x: number, y: number): number {
  const { width, height, vignetting } = correction;
  if (!vignetting) return 1;
  const r = Math.hypot(x - (width - 1) / 2, y - (height - 1) / 2) * vignetting.unitsPerPx;
  const [k1, k2, k3] = vignetting.terms;
  return 1 / Math.max(polynomial([1, k1, k2, k3], r * r), LEAST_LIGHT);
}

/**
 * Whether distorted radii increase monotonically up to `radiusPx` of the corrected picture; a model that folds back is
 * unusable there.
 */
export function growsUpTo({ terms, unitsPerPx }: RadialModel, radiusPx: number): boolean {
  const slopeTerms = terms.map((term, i) => term * (i + 1));
  for (let i = 0; i <= 64; i++) if (polynomial(slopeTerms, (radiusPx * unitsPerPx * i) / 64) < 0.05) return false;
  return true;
}
