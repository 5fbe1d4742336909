import { justTolerated } from "../../kernels/index.ts";
import { countAround, dilate, erode, findParts, type Grid } from "./cell-mask.ts";

/** Cells from the middle of a window to its edges. */
const windowReach = 16;
/**
 * Connected cells of a fine contradiction: one alone is noise; a larger group is a separate thing, or a tone that the
 * model misses.
 */
const leastCells = 2;
const mostCells = 40;
/**
 * A window moves where so many fine contradictions in it are stronger than tolerated, and all of them fill this share
 * of it.
 */
const leastContradictions = 8;
const leastShare = 0.015;
/** Gaps up to twice this between what moves are bridged, in cells: a crown of leaves is shown as a whole. */
const bridge = 4;

/**
 * Cells of things so fine that none is evidence enough alone: leaves in wind. They are many in one place, where noise
 * and misalignment leave few. `weak`: cells with some contradiction. Windows end at the edges of the grid.
 */
export function findFineMovement(contradictions: Uint8Array, weak: Uint8Array, grid: Grid): Uint8Array {
  const fine = new Uint8Array(weak.length);
  const peaks = new Uint8Array(weak.length);
  for (const part of findParts(weak, grid)) {
    if (part.length < leastCells || part.length > mostCells) continue;
    const peak = part.reduce((best, cell) => (contradictions[cell] > contradictions[best] ? cell : best));
    if (contradictions[peak] >= justTolerated) peaks[peak] = 1;
    for (const cell of part) fine[cell] = 1;
  }
  const [filled, count] = [fine, peaks].map((mask) => countAround(mask, grid, windowReach));
  const least = leastShare * (2 * windowReach + 1) ** 2;
  const moving = filled.map((cells, i) => (cells >= least && count[i] >= leastContradictions ? 1 : 0));
  if (!moving.includes(1)) return new Uint8Array(weak.length);
  const inWindows = dilate(Uint8Array.from(moving), grid, windowReach);
  const found = weak.map((value, i) => value & inWindows[i]);
  return erode(dilate(found, grid, bridge), grid, bridge);
}
