import { type F32, luminanceWeights, radiansOf } from "../image/index.ts";
import type { SmallImage, Tools } from "./shrink.ts";

/** A straight segment of an edge, in the picture's pixels (centres at integers), and the width of the edge's slope. */
export interface LineSegment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly lengthPx: number;
  readonly widthPx: number;
  /** Standard error of its angle, in radians, from the deviations of the edge; 0 if unknown. */
  readonly angleSigma: number;
  /** Its curvature in 1/px, positive if its ends are to the right or below, and the standard error; 0 if unknown. */
  readonly bow: number;
  readonly bowSigma: number;
}

/**
 * The rectangle of a region of pixels (indices in `region[0 … count − 1]`). Its axis is the region's axis of inertia
 * through the centre of gravity, both weighted by the gradient (LSD, section "rectangular approximation").
 */
export function fitSegment({ width, magnitude }: LevelLines, region: Int32Array, count: number): LineSegment {
  const first = region[0];
  const [originX, originY] = [first % width, Math.floor(first / width)];
  let [sum, sumX, sumY, sumXx, sumXy, sumYy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const i = region[k];
    const weight = magnitude[i];
    const row = Math.floor(i / width);
    const dx = i - row * width - originX;
    const dy = row - originY;
    const [weightX, weightY] = [weight * dx, weight * dy];
    sum += weight;
    sumX += weightX;
    sumY += weightY;
    sumXx += weightX * dx;
    sumXy += weightX * dy;
    sumYy += weightY * dy;
  }
  const [x, y] = [sumX / sum, sumY / sum];
  const [xx, yy] = [sumXx / sum - x * x, sumYy / sum - y * y];
  const axis = 0.5 * Math.atan2(2 * (sumXy / sum - x * y), xx - yy);
  const center = { x: originX + x, y: originY + y };
  return extend({ center, cos: Math.cos(axis), sin: Math.sin(axis) }, width, region, count);
}

interface Axis {
  readonly center: { readonly x: number; readonly y: number };
  readonly cos: number;
  readonly sin: number;
}

function extend({ center, cos, sin }: Axis, width: number, region: Int32Array, count: number): LineSegment {
  let [begin, end, left, right] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const row = Math.floor(region[k] / width);
    const [dx, dy] = [region[k] - row * width - center.x, row - center.y];
    const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
    begin = Math.min(begin, along);
    end = Math.max(end, along);
    left = Math.min(left, across);
    right = Math.max(right, across);
  }
  return {
    x1: center.x + begin * cos,
    y1: center.y + begin * sin,
    x2: center.x + end * cos,
    y2: center.y + end * sin,
    lengthPx: end - begin,
    widthPx: right - left + 1,
    angleSigma: 0,
    bow: 0,
    bowSigma: 0,
  };
}

/** Share of a segment's rectangle that its pixels fill. */
export function densityOf({ lengthPx, widthPx }: LineSegment, count: number): number {
  return count / ((lengthPx + 1) * widthPx);
}

/**
 * Whether so many aligned pixels in such a rectangle are unlikely by chance anywhere in a picture of this size: the
 * number of false alarms (LSD eq. 2), (N M)^(5/2) · B(n, k, p), is at most 1. The binomial tail B is replaced by its
 * upper bound after Chernoff, ln B ≤ −n · KL(k / n ‖ p). Neighbouring gradients share pixels, so only every other pixel
 * counts along each axis.
 */
export function isMeaningful(count: number, density: number, p: number, { width, height }: LevelLines): boolean {
  const share = Math.min(0.999, density);
  if (share <= p) return false;
  const divergence = share * Math.log(share / p) + (1 - share) * Math.log((1 - share) / (1 - p));
  return 2.5 * Math.log(width * height) <= (count / density / 4) * divergence;
}

/** Gradients of a small picture's luminance, where they are strong enough to be meaningful. */
export interface LevelLines {
  readonly width: number;
  readonly height: number;
  /** Weighted display values, smoothed. */
  readonly light: F32;
  /** In full scale a pixel; 0 where the gradient is weak or outside the requested directions. */
  readonly magnitude: F32;
  /** Unit vectors of the gradients where `magnitude` is not 0; lines are perpendicular to them. */
  readonly directionX: F32;
  readonly directionY: F32;
}

/** Lines to find: those within `toleranceDeg` (to 90) of vertical or horizontal. */
export interface LineWindow {
  readonly around: "vertical" | "horizontal";
  readonly toleranceDeg: number;
}

/**
 * Minimum magnitude; the angle of weaker gradients is noise: q / sin τ of LSD (Grompone von Gioi et al. 2010, eq. 1),
 * where τ is the tolerance of 22.5°. Smoothing reduces q, their 2 levels of 8 bits, by more than half.
 */
const MIN_MAGNITUDE = 1 / 255 / Math.sin(Math.PI / 8);

/**
 * Gradients of the smoothed picture by Scharr's operator (2000), whose angle error is below 0.2° in every direction.
 * Without smoothing, an edge narrower than a pixel would seem to follow the grid. The outermost pixels have no
 * gradient. The caller releases the planes.
 */
export async function levelLinesOf(image: SmallImage, window: LineWindow, tools: Tools): Promise<LevelLines> {
  const { data, width, height, channels } = image;
  const plane = () => tools.memory.f32(width * height);
  const lines = { width, height, light: plane(), magnitude: plane(), directionX: plane(), directionY: plane() };
  const limit = Math.tan(radiansOf(Math.min(89.99, window.toleranceDeg)));
  const [maxSlopeX, maxSlopeY] = window.around === "vertical" ? [Infinity, limit] : [limit, Infinity];
  const [red, green, blue] = luminanceWeights;
  const weights = { channels: channels === 1 ? 1 : 3, red, green, blue } as const;
  const limits = { minMagnitude: MIN_MAGNITUDE, maxSlopeX, maxSlopeY };
  await tools.kernels.run("levelLines", { source: data, ...lines, ...weights, ...limits }, height);
  return lines;
}
