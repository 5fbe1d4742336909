import type { Homography } from "../../image/index.ts";

/**
 * Orientation of a camera, in radians: pitch is positive upwards, roll is positive for a clockwise rotation seen from
 * behind (upright objects lean to the left in the picture).
 */
export interface Tilt {
  readonly roll: number;
  readonly pitch: number;
}

/** The focal length and the size of a picture, in pixels. */
export interface View {
  readonly focalPx: number;
  readonly width: number;
  readonly height: number;
}

/** Right, down and forward. */
export type Vector = readonly [number, number, number];

export interface Axes {
  readonly right: Vector;
  readonly down: Vector;
  readonly forward: Vector;
}

/** Axes of a level camera (right, down, forward) in coordinates of the tilted one. */
export function axesOf({ roll, pitch }: Tilt): Axes {
  const [sinRoll, cosRoll, sinPitch, cosPitch] = [Math.sin(roll), Math.cos(roll), Math.sin(pitch), Math.cos(pitch)];
  return {
    right: [cosRoll, -sinRoll, 0],
    down: [cosPitch * sinRoll, cosPitch * cosRoll, -sinPitch],
    forward: [sinPitch * sinRoll, sinPitch * cosRoll, cosPitch],
  };
}

/** Rotates axes to the right about the upright axis. */
export function turned({ right, down, forward }: Axes, yaw: number): Axes {
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const mixed = (a: Vector, b: Vector, partB: number): Vector => [
    cos * a[0] + partB * b[0],
    cos * a[1] + partB * b[1],
    cos * a[2] + partB * b[2],
  ];
  return { right: mixed(right, forward, -sin), down, forward: mixed(forward, right, sin) };
}

/**
 * The direction of the image of an upright line at (x, y), in focal lengths from the centre, y down; it points up for
 * cameras that look ahead.
 */
export function uprightAt({ roll, pitch }: Tilt, x: number, y: number): readonly [number, number] {
  const forward = Math.sin(pitch);
  return [-Math.cos(pitch) * Math.sin(roll) - x * forward, -Math.cos(pitch) * Math.cos(roll) - y * forward];
}

/** Lean to the right, in radians, of the image of an upright line at (x, y). */
export function leanAt(tilt: Tilt, x: number, y: number): number {
  const [dx, dy] = uprightAt(tilt, x, y);
  return Math.atan2(dx, -dy);
}

/** The largest lean of an upright line within the picture, in radians. */
export function largestLean(tilt: Tilt, { focalPx, width, height }: View): number {
  const [x, y] = [width / 2 / focalPx, height / 2 / focalPx];
  let largest = 0;
  for (const [cornerX, cornerY] of [
    [-x, -y],
    [x, -y],
    [-x, y],
    [x, y],
  ] as const) {
    largest = Math.max(largest, Math.abs(leanAt(tilt, cornerX, cornerY)));
  }
  return largest;
}

/**
 * The homography, target to picture, of a camera turned level and by `yaw` radians to the right: K R⁻¹ K′⁻¹, a pure
 * rotation. K′ shifts the principal point like a shift lens, so that the centre of the picture stays in place, and
 * preserves the area of a pixel there.
 */
export function levelHomography(tilt: Tilt, { focalPx, width, height }: View, yaw = 0): Homography {
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
  const { right, down, forward } = turned(axesOf(tilt), yaw);
  const levelFocal = focalPx * forward[2] ** 1.5;
  const levelCenterX = centerX - (levelFocal * right[2]) / forward[2];
  const levelCenterY = centerY - (levelFocal * down[2]) / forward[2];
  const ray = (axis: 0 | 1 | 2): readonly [number, number, number] => {
    const [x, y] = [right[axis] / levelFocal, down[axis] / levelFocal];
    return [x, y, forward[axis] - x * levelCenterX - y * levelCenterY];
  };
  const z = ray(2);
  const row = (axis: 0 | 1, center: number) => ray(axis).map((value, k) => focalPx * value + center * z[k]);
  return [...row(0, centerX), ...row(1, centerY), ...z] as unknown as Homography;
}

/**
 * A straight edge in the lens-corrected picture: its midpoint and direction, in focal lengths from the centre, y down.
 */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly directionX: number;
  readonly directionY: number;
  /** Length relative to the picture's longer edge. */
  readonly length: number;
  /** Standard error of its angle, in radians. */
  readonly sigma: number;
}

export function totalLength(edges: readonly Edge[]): number {
  return edges.reduce((sum, { length }) => sum + length, 0);
}

/** The angle, in radians, between an edge and an upright line at the same position. */
export function deviation(edge: Edge, tilt: Tilt): number {
  const [x, y] = uprightAt(tilt, edge.x, edge.y);
  return Math.atan((x * edge.directionY - y * edge.directionX) / (x * edge.directionX + y * edge.directionY));
}
