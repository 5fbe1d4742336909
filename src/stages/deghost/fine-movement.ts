import { justTolerated } from "../../kernels/index.ts";
import { countAround, dilate, erode, findParts, type Grid } from "./cell-mask.ts";
import { closing, fineMovement } from "./params.ts";

/**
 * Cells of things so fine that none is evidence enough alone: leaves in wind. They are many in one place, where noise
 * and misalignment leave few. `weak`: cells with some contradiction. Windows end at the edges of the grid.
 */
export function findFineMovement(contradictions: Uint8Array, weak: Uint8Array, grid: Grid): Uint8Array {
  const fine = new Uint8Array(weak.length);
  const peaks = new Uint8Array(weak.length);
  for (const part of findParts(weak, grid)) {
    if (part.length < fineMovement.leastCells || part.length > fineMovement.mostCells) continue;
    const peak = part.reduce((best, cell) => (contradictions[cell] > contradictions[best] ? cell : best));
    if (contradictions[peak] >= justTolerated) peaks[peak] = 1;
    for (const cell of part) fine[cell] = 1;
  }
  const [filled, count] = [fine, peaks].map((mask) => countAround(mask, grid, fineMovement.windowReach));
  const least = fineMovement.leastShare * (2 * fineMovement.windowReach + 1) ** 2;
  const moving = filled.map((cells, i) => (cells >= least && count[i] >= fineMovement.leastContradictions ? 1 : 0));
  if (!moving.includes(1)) return new Uint8Array(weak.length);
  const inWindows = dilate(Uint8Array.from(moving), grid, fineMovement.windowReach);
  const found = weak.map((value, i) => value & inWindows[i]);
  return erode(dilate(found, grid, closing.fineBridge), grid, closing.fineBridge);
}
