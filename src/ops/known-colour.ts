import { type CellGrid, type PointMap, planesOver, warpPlanes } from "./cell-planes.ts";

/** Cells of a picture that show surfaces in a single light, so that one white balance corrects all their colours. */
export interface KnownColour extends CellGrid {
  /** Confidence of each cell, 0 to 1. */
  readonly shares: Float32Array;
}

/** The same for a picture of another geometry; cells outside get the values of the border. */
export function warpKnownColour(
  known: KnownColour,
  size: { width: number; height: number },
  sourceOf: PointMap,
): KnownColour {
  const { planes, ...grid } = warpPlanes([known.shares], known, { ...size, factor: known.factor }, sourceOf);
  return { ...grid, shares: planes[0] };
}

/** The shares over a grid with cells of another size over the same picture. */
export function knownColourOver(known: KnownColour, grid: CellGrid): Float32Array {
  return planesOver([known.shares], known, grid)[0];
}
