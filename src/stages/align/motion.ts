import { applyHomography, degreesOf, type Homography, type Point, type Rect } from "../../image/index.ts";
import { motionModel } from "./params.ts";

/** Description of a motion: its shift at the centre, rotation and scale. */
export interface Motion {
  /** Shift of the centre, in pixels. */
  readonly shiftPx: number;
  /** Rotation about the centre, in degrees. */
  readonly rotationDeg: number;
  /** Scale at the centre; 1 is none. */
  readonly scale: number;
}

/**
 * The motion between two frames, or the reason why none is trusted. `score` is the correlation of the aligned frames,
 * −1 to 1. `uncertaintyPx` is one standard deviation of a corner, as if residuals were independent: half to a fifth of
 * the true one. `differs`: both frames have content, but not the same; otherwise they have too little in common to
 * decide.
 */
export type MotionEstimate =
  | { readonly found: true; readonly transform: Homography; readonly score: number; readonly uncertaintyPx: number }
  | { readonly found: false; readonly reason: string; readonly score: number; readonly differs: boolean };

export function motionOf(h: Homography, width: number, height: number): Motion {
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const centre = applyHomography(h, cx, cy);
  const right = applyHomography(h, cx + 1, cy);
  const below = applyHomography(h, cx, cy + 1);
  const [a, c] = [right.x - centre.x, right.y - centre.y];
  const [b, d] = [below.x - centre.x, below.y - centre.y];
  return {
    shiftPx: Math.hypot(centre.x - cx, centre.y - cy),
    rotationDeg: degreesOf(Math.atan2(c - b, a + d)),
    scale: Math.sqrt(Math.abs(a * d - b * c)),
  };
}

/** The largest distance between the images of the four corners under two transforms. */
export function cornerDistance(a: Homography, b: Homography, width: number, height: number): number {
  let worst = 0;
  for (const { x, y } of cornersOf(width, height)) {
    const p = applyHomography(a, x, y);
    const q = applyHomography(b, x, y);
    worst = Math.max(worst, Math.hypot(p.x - q.x, p.y - q.y));
  }
  return worst;
}

/** Root mean square shift of the picture's points, sampled on a grid. */
export function typicalMotion(h: Homography, width: number, height: number): number {
  const steps = 8;
  let sum = 0;
  for (let j = 0; j <= steps; j++) {
    for (let i = 0; i <= steps; i++) {
      const [x, y] = [((width - 1) * i) / steps, ((height - 1) * j) / steps];
      const at = applyHomography(h, x, y);
      sum += (at.x - x) ** 2 + (at.y - y) ** 2;
    }
  }
  return Math.sqrt(sum) / (steps + 1);
}

function cornersOf(width: number, height: number): readonly Point[] {
  return [
    { x: 0, y: 0 },
    { x: width - 1, y: 0 },
    { x: width - 1, y: height - 1 },
    { x: 0, y: height - 1 },
  ];
}

/**
 * The upright rectangle of reference pixels that every frame covers. `inverses` map a frame's pixels to the reference;
 * their images are nearly upright quadrilaterals, whose innermost corner coordinates span a rectangle.
 */
export function commonArea(inverses: readonly Homography[], width: number, height: number): Rect {
  let [left, top, right, bottom] = [0, 0, width - 1, height - 1];
  for (const inverse of inverses) {
    const [a, b, c, d] = cornersOf(width, height).map(({ x, y }) => applyHomography(inverse, x, y));
    left = Math.max(left, Math.ceil(Math.max(a.x, d.x) - motionModel.slack));
    right = Math.min(right, Math.floor(Math.min(b.x, c.x) + motionModel.slack));
    top = Math.max(top, Math.ceil(Math.max(a.y, b.y) - motionModel.slack));
    bottom = Math.min(bottom, Math.floor(Math.min(c.y, d.y) + motionModel.slack));
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
