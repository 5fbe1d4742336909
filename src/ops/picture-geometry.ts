import { applyHomography, type Homography, type PixelMemory, type Point, type Rect } from "../image/index.ts";
import { buildGrid, type WarpGrid, type WarpMap } from "./warp.ts";

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

/** What becomes of a picture's geometry: lens, perspective and crop, in this order. */
export interface PictureGeometry {
  readonly correction?: LensCorrection | undefined;
  /** From the target's pixels to those of the lens-corrected picture. */
  readonly homography?: Homography | undefined;
  /** The part of the target that is wanted; default all of it, the size of the picture. */
  readonly crop?: Rect | undefined;
  /** A 360° picture: what leaves on one side comes in on the other. */
  readonly wrapX?: boolean | undefined;
}

/**
 * Crop → perspective → lens, the way the light came backwards; `sourceOf` brings the crop's pixels to the picture's.
 * `motion` maps from there to the pixels of a frame taken from another position.
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
/** A third of a level of 8 bits in the lights. */
const MAX_GAIN_ERROR = 0.003;

/**
 * The coarsest grid that follows the map where maps bend most, along the target's border; small pictures need the
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
 * How far the middles of the grid's outermost cells lie from the bilinear value of their corners, in any of the values.
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

/** A scale outside this range means a model that does not belong to the picture. */
const SCALE_RANGE = [0.5, 2] as const;

const SAMPLES_PER_EDGE = 128;

/**
 * The smallest scale at which every pixel of the corrected picture, in every channel, comes from inside the source.
 * Radial models that grow steadily keep the border outermost, so it is enough to look along it. `undefined` outside
 * SCALE_RANGE.
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
  // Without colour fringes all channels come from the same place.
  const channels = correction.tca ? [0, 1, 2] : [1];
  const isInside = (x: number, y: number): boolean =>
    channels.every((channel) => {
      const source = distortPoint(correction, x, y, channel);
      return source.x >= -slack && source.y >= -slack && source.x <= right + slack && source.y <= bottom + slack;
    });
  // By symmetry about the centre, a quarter of the border represents all of it.
  for (let i = 0; i <= SAMPLES_PER_EDGE; i++) {
    const part = i / SAMPLES_PER_EDGE / 2;
    if (!isInside(right * part, 0) || !isInside(0, bottom * part)) return false;
  }
  return true;
}
