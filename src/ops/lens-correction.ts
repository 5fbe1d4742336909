import type { Point } from "../image/index.ts";

/**
 * What takes a lens's errors out of one picture: plain data in the conventions of lensfun. Radii are measured from the
 * picture's centre in pixels times `unitsPerPx` of their own model, which turns them into the units of the calibration:
 * 1 is half the shorter side of the calibration sensor for `distortion` and `tca`, half its diagonal for `vignetting`.
 */
export interface LensCorrection {
  /** Of the picture it was made for, in pixels; the corrected picture has the same. */
  readonly width: number;
  /** Of the picture it was made for, in pixels; the corrected picture has the same. */
  readonly height: number;
  /**
   * How much larger the corrected picture is drawn (about its centre), so that no part of it lies outside the source.
   */
  readonly scale: number;
  /** r_distorted = r (t0 + t1 r + t2 r² + t3 r³ + t4 r⁴), r the corrected radius. */
  readonly distortion?: RadialModel;
  /** Red and blue against green: r_channel = r (v + c r + b r²), [v, c, b] each, r the distorted radius of green. */
  readonly tca?: {
    /** Turns pixels from the centre into units of the calibration. */
    readonly unitsPerPx: number;
    /** [v, c, b] of red. */
    readonly red: readonly number[];
    /** [v, c, b] of blue. */
    readonly blue: readonly number[];
  };
  /** The lens passes 1 + k1 r² + k2 r⁴ + k3 r⁶ of the light that it passes at the centre; [k1, k2, k3]. */
  readonly vignetting?: RadialModel;
}

/** A polynomial in the distance from the picture's centre. */
export interface RadialModel {
  /** Turns pixels from the centre into units of the calibration. */
  readonly unitsPerPx: number;
  /** Its coefficients. */
  readonly terms: readonly number[];
}

/** t0 + t1 r + t2 r² + …; also the factor by which a radius grows. */
function polynomial(terms: readonly number[], r: number): number {
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i--) sum = sum * r + terms[i];
  return sum;
}

/** Where the corrected picture's pixel (x, y) lies in the source, in its channel (0 red, 1 green, 2 blue). */
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

/**
 * Where the source's point (x, y), seen in green, lies in the corrected picture: the inverse of {@link distortPoint}.
 */
export function correctPoint(correction: LensCorrection, x: number, y: number): Point {
  const { width, height, scale, distortion } = correction;
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  const radius = Math.hypot(x - centerX, y - centerY);
  if (!distortion || radius === 0) return { x: centerX + (x - centerX) * scale, y: centerY + (y - centerY) * scale };
  const factor = (undistortRadius(distortion, radius) / radius) * scale;
  return { x: centerX + (x - centerX) * factor, y: centerY + (y - centerY) * factor };
}

/** Newton's method on r · t(r) = distorted radius; the models used grow steadily, so it settles in a few steps. */
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
 * Fitted polynomials may fall to nothing beyond their data; no lens does, and more gain than this shows noise alone.
 */
const LEAST_LIGHT = 1 / 16;

/** The linear-light gain, at most 16, that evens out the light at the source's point (x, y). */
export function vignettingGain(correction: LensCorrection, x: number, y: number): number {
  const { width, height, vignetting } = correction;
  if (!vignetting) return 1;
  const r = Math.hypot(x - (width - 1) / 2, y - (height - 1) / 2) * vignetting.unitsPerPx;
  const [k1, k2, k3] = vignetting.terms;
  return 1 / Math.max(polynomial([1, k1, k2, k3], r * r), LEAST_LIGHT);
}

/**
 * Whether distorted radii grow steadily up to `radiusPx` of the corrected picture; a model that folds back is useless
 * there.
 */
export function growsUpTo({ terms, unitsPerPx }: RadialModel, radiusPx: number): boolean {
  const slopeTerms = terms.map((term, i) => term * (i + 1));
  for (let i = 0; i <= 64; i++) if (polynomial(slopeTerms, (radiusPx * unitsPerPx * i) / 64) < 0.05) return false;
  return true;
}
