import { type CellGrid, type PointMap, planesOver, warpPlanes } from "./cell-planes.ts";

/** Where a picture shows surfaces in one light, so that one white balance makes all their colours right. */
export interface KnownColour extends CellGrid {
  /** How surely, 0 to 1; a cell each. */
  readonly shares: Float32Array;
}

/** The same over a picture of another geometry; cells outside get what the border has. */
export function warpKnownColour(
  known: KnownColour,
  size: { width: number; height: number },
  sourceOf: PointMap,
): KnownColour {
  const { planes, ...grid } = warpPlanes([known.shares], known, { ...size, factor: known.factor }, sourceOf);
  return { ...grid, shares: planes[0] };
}

/** The shares over a grid with cells of another size, laid over the same picture. */
export function knownColourOver(known: KnownColour, grid: CellGrid): Float32Array {
  return planesOver([known.shares], known, grid)[0];
}
