import { type Tilt, uprightAt } from "./tilt.ts";

/**
 * A straight edge in the lens-corrected picture: its middle and direction, in focal lengths from the centre, y down.
 */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly directionX: number;
  readonly directionY: number;
  /** As part of the picture's longer edge. */
  readonly length: number;
  /** Standard error of its angle, in radians. */
  readonly sigma: number;
}

export function totalLength(edges: readonly Edge[]): number {
  return edges.reduce((sum, { length }) => sum + length, 0);
}

/** The angle, in radians, by which an edge deviates from an upright line in its place. */
export function deviation(edge: Edge, tilt: Tilt): number {
  const [x, y] = uprightAt(tilt, edge.x, edge.y);
  return Math.atan((x * edge.directionY - y * edge.directionX) / (x * edge.directionX + y * edge.directionY));
}
