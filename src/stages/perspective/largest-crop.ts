import {
  applyHomography,
  type Homography,
  type IntegerImage,
  invertHomography,
  type Point,
  type Rect,
} from "../../image/index.ts";
import { correctPoint, type LensCorrection } from "../../ops/index.ts";
import { crops } from "./params.ts";

interface CropLimits {
  readonly width: number;
  readonly height: number;
  /** From pixels of the target to those of the lens-corrected picture. */
  readonly homography: Homography;
  readonly correction?: LensCorrection | undefined;
  /** The part of the uncorrected picture that may be visible. */
  readonly common?: Rect | undefined;
}

/** Points (x, y) with normalX x + normalY y ≤ bound. */
interface HalfPlane {
  readonly normalX: number;
  readonly normalY: number;
  readonly bound: number;
}

/**
 * The largest rectangle in the target with the picture's aspect ratio in which every pixel shows part of the picture,
 * and of its `common` part; among those of nearly the same size, the one nearest to the picture's centre. `undefined`
 * if there is none.
 */
export function largestCrop(limits: CropLimits): Rect | undefined {
  const { width, height, homography } = limits;
  const planes = allowedRegion(limits);
  const aspect = width / height;
  const toTarget = invertHomography(homography);
  const middle = applyHomography(toTarget, (width - 1) / 2, (height - 1) / 2);
  const halfHeightAt = (x: number, y: number) =>
    Math.min(
      ...planes.map(
        (p) => (p.bound - p.normalX * x - p.normalY * y) / (Math.abs(p.normalX) * aspect + Math.abs(p.normalY)),
      ),
    );
  // The half-height is a concave function of the centre (a minimum of planes), so nested searches find the maximum.
  const valueAt = (x: number, y: number) =>
    halfHeightAt(x, y) - crops.centering * Math.hypot(x - middle.x, y - middle.y);
  const bestY = (x: number) => highest((y) => valueAt(x, y), middle.y - height / 2, middle.y + height / 2);
  const x = highest((candidate) => valueAt(candidate, bestY(candidate)), middle.x - width / 2, middle.x + width / 2);
  const y = bestY(x);
  return wholePixels(x, y, halfHeightAt(x, y), aspect);
}

function wholePixels(x: number, y: number, halfHeight: number, aspect: number): Rect | undefined {
  const [left, top] = [Math.ceil(x - halfHeight * aspect), Math.ceil(y - halfHeight)];
  const width = Math.floor(x + halfHeight * aspect) - left + 1;
  const height = Math.floor(y + halfHeight) - top + 1;
  return width >= 1 && height >= 1 ? { x: left, y: top, width, height } : undefined;
}

/** Golden-section search for the maximum of a concave function over a coordinate of the target. */
function highest(f: (at: number) => number, from: number, to: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  let [a, b] = [high - golden * (high - low), low + golden * (high - low)];
  let [fa, fb] = [f(a), f(b)];
  while (high - low > crops.precisionPx) {
    if (fa >= fb) {
      [high, b, fb] = [b, a, fa];
      a = high - golden * (high - low);
      fa = f(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + golden * (high - low);
      fb = f(b);
    }
  }
  return (low + high) / 2;
}

/** The borders of the picture and of its common part, as half-planes of the target. */
function allowedRegion({ width, height, homography, correction, common }: CropLimits): HalfPlane[] {
  const toTarget = invertHomography(homography);
  const project = ({ x, y }: Point) => applyHomography(toTarget, x, y);
  const whole = { x: 0, y: 0, width, height };
  // A lens correction is scaled so that the whole corrected picture has content.
  const planes = sidesOf(whole).map((side) => insideOf(side.map(project)));
  if (!common) return planes;
  const correct = ({ x, y }: Point) => (correction ? correctPoint(correction, x, y) : { x, y });
  return [...planes, ...sidesOf(common).map((side) => insideOf(side.map((point) => project(correct(point)))))];
}

/** Points along the four sides through the centres of the outermost pixels, clockwise, with the inside on the right. */
function sidesOf({ x, y, width, height }: Rect): Point[][] {
  const [right, bottom] = [x + width - 1, y + height - 1];
  const corners = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
  return corners.map((from, k) => {
    const to = corners[(k + 1) % 4];
    return Array.from({ length: crops.pointsPerSide }, (_, i) => {
      const t = i / (crops.pointsPerSide - 1);
      return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
    });
  });
}

/** The largest half-plane parallel to a side's chord that does not cross the side, which may be curved. */
function insideOf(side: readonly Point[]): HalfPlane {
  const [from, to] = [side[0], side[side.length - 1]];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [normalX, normalY] = [(to.y - from.y) / length, -(to.x - from.x) / length];
  return { normalX, normalY, bound: Math.min(...side.map(({ x, y }) => normalX * x + normalY * y)) };
}

interface CutInput {
  readonly image: Pick<IntegerImage, "width" | "height">;
  readonly correction?: LensCorrection | undefined;
  readonly common?: Rect | undefined;
}

/** A straightened picture and its crop. */
export interface Cut {
  readonly homography: Homography;
  readonly crop: Rect | undefined;
  /** Lost share of the area of the picture or its common part. */
  readonly cropLoss: number;
}

export function cutFor(homography: Homography, input: CutInput): Cut {
  const { width, height } = input.image;
  const crop = largestCrop({ ...input, width, height, homography });
  const { width: keptWidth, height: keptHeight } = input.common ?? input.image;
  const cropLoss = crop ? Math.max(0, 1 - (crop.width * crop.height) / (keptWidth * keptHeight)) : 1;
  return { homography, crop, cropLoss };
}

/** The largest share from 0 to `most` for which `fits` returns true, assuming that all smaller ones fit. */
export function largestWithin(most: number, fits: (share: number) => boolean): number {
  let [low, high] = [0, most];
  while (high - low > most / crops.shareSteps) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
