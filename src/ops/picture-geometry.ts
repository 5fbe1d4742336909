import { applyHomography, type Homography, type PixelMemory, type Point, type Rect } from "../image/index.ts";
import { buildGrid, type WarpGrid, type WarpMap } from "./warp.ts";

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

/** Changes of a picture's geometry: lens, perspective and crop, in this order. */
export interface PictureGeometry {
  readonly correction?: LensCorrection | undefined;
  /** Maps the target's pixels to those of the lens-corrected picture. */
  readonly homography?: Homography | undefined;
  /** The part of the target to keep; default all of it, with the size of the picture. */
  readonly crop?: Rect | undefined;
  /** A 360° picture: its left and right edges meet. */
  readonly wrapX?: boolean | undefined;
}

/**
 * Maps the crop's pixels to the picture's: crop → perspective → lens, the reverse of the light's path. `motion` maps
 * from there to the pixels of a frame taken from another position.
 */
export function targetMap({ correction, homography }: PictureGeometry, crop: Rect, motion?: Homography): WarpMap {
  const idealOf = (x: number, y: number) => {
    const point = { x: x + crop.x, y: y + crop.y };
    return homography ? applyHomography(homography, point.x, point.y) : point;
  };
  const moved = ({ x, y }: Point) => (motion ? applyHomography(motion, x, y) : { x, y });
  if (!correction) return { sourceOf: (x, y) => moved(idealOf(x, y)) };
  const pictureOf = (x: number, y: number, channel: number) => {
    const ideal = idealOf(x, y);
    return distortPoint(correction, ideal.x, ideal.y, channel);
  };
  const gainOf = (x: number, y: number) => {
    const source = pictureOf(x, y, 1);
    return vignettingGain(correction, source.x, source.y);
  };
  const mapChannels = correction.tca ? 3 : 1;
  return {
    sourceOf: (x, y, channel) => moved(pictureOf(x, y, mapChannels === 3 ? channel : 1)),
    mapChannels,
    ...(correction.vignetting && { gainOf }),
  };
}

const gridSteps = [16, 8, 4, 2] as const;
const MAX_GRID_ERROR_PX = 0.01;
/** A third of a level of 8 bits in highlights. */
const MAX_GAIN_ERROR = 0.003;

/**
 * The coarsest grid that follows the map along the target's border, where maps bend most; small pictures need the
 * finest.
 */
export function fineGrid(width: number, height: number, map: WarpMap, memory: PixelMemory): WarpGrid {
  const { sourceOf, gainOf = () => 1 } = map;
  const valuesAt = (x: number, y: number): readonly number[] => {
    const source = sourceOf(x, y, 1);
    return [source.x / MAX_GRID_ERROR_PX, source.y / MAX_GRID_ERROR_PX, Math.log(gainOf(x, y)) / MAX_GAIN_ERROR];
  };
  const step = gridSteps.find((candidate) => borderError(width, height, valuesAt, candidate) <= 1);
  return buildGrid(width, height, map, memory, step ?? gridSteps[gridSteps.length - 1]);
}

/**
 * Largest deviation, in any of the values, of the centres of the grid's outermost cells from the bilinear value of
 * their corners.
 */
function borderError(
  width: number,
  height: number,
  valuesAt: (x: number, y: number) => readonly number[],
  step: number,
): number {
  const cellError = (left: number, top: number): number => {
    const [right, bottom] = [left + step, top + step];
    const corners = [valuesAt(left, top), valuesAt(right, top), valuesAt(left, bottom), valuesAt(right, bottom)];
    const middle = valuesAt(left + step / 2, top + step / 2);
    return Math.max(...middle.map((value, k) => Math.abs(corners.reduce((sum, v) => sum + v[k], 0) / 4 - value)));
  };
  const lastColumn = Math.floor((width - 1) / step) * step;
  const lastRow = Math.floor((height - 1) / step) * step;
  let worst = 0;
  for (let x = 0; x <= lastColumn; x += step) worst = Math.max(worst, cellError(x, 0), cellError(x, lastRow));
  for (let y = 0; y <= lastRow; y += step) worst = Math.max(worst, cellError(0, y), cellError(lastColumn, y));
  return worst;
}

/** Range of scales; outside it, the model does not belong to the picture. */
const SCALE_RANGE = [0.5, 2] as const;

const SAMPLES_PER_EDGE = 128;

/**
 * The smallest scale at which every pixel of the corrected picture, in every channel, comes from inside the source.
 * With radial models that increase monotonically the border stays outermost, so it is sufficient to check the border.
 * `undefined` outside SCALE_RANGE.
 */
export function fittingScale(correction: LensCorrection): number | undefined {
  if (!correction.distortion && !correction.tca) return 1;
  let [low, high] = SCALE_RANGE as readonly [number, number];
  if (!coversBorder({ ...correction, scale: high })) return undefined;
  if (coversBorder({ ...correction, scale: low })) return undefined;
  for (let i = 0; i < 32; i++) {
    const middle = (low + high) / 2;
    if (coversBorder({ ...correction, scale: middle })) high = middle;
    else low = middle;
  }
  return high;
}

function coversBorder(correction: LensCorrection): boolean {
  const [right, bottom] = [correction.width - 1, correction.height - 1];
  const slack = 1e-6;
  // Without colour fringes, all channels come from the same position.
  const channels = correction.tca ? [0, 1, 2] : [1];
  const isInside = (x: number, y: number): boolean =>
    channels.every((channel) => {
      const source = distortPoint(correction, x, y, channel);
      return source.x >= -slack && source.y >= -slack && source.x <= right + slack && source.y <= bottom + slack;
    });
  // By symmetry about the centre, a quarter of the border represents the whole border.
  for (let i = 0; i <= SAMPLES_PER_EDGE; i++) {
    const part = i / SAMPLES_PER_EDGE / 2;
    if (!isInside(right * part, 0) || !isInside(0, bottom * part)) return false;
  }
  return true;
}
