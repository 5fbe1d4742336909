import { justTolerated } from "../../kernels/index.ts";
import { countAround, dilate, erode, fillHoles, findParts, type Grid } from "./cell-mask.ts";
import { areaLimits, closing, different, fineMovement } from "./params.ts";

/** A connected part of the picture in which something moved. */
export interface Area {
  /** Cells in which frames contradict each other, and cells that these enclose. */
  readonly core: Int32Array;
  /** Cells taken from one frame: the core, grown over soft edges and motion blur. */
  readonly shown: Int32Array;
  /** Contradictions above this count as movement: lower if only many of them together show it. */
  readonly tolerated: number;
}

/**
 * Finds areas in which something may have moved, from contradictions (the largest over all pairs of frames, one value
 * per cell).
 */
export function findAreas(contradictions: Uint8Array, grid: Grid): Area[] {
  if (contradictions.reduce((most, value) => Math.max(most, value), 0) < justTolerated) return [];
  const weak = contradictions.map((value) => (value > different ? 1 : 0));
  const kept = new Uint8Array(weak.length);
  for (const part of findParts(dilate(weak, grid, 1), grid)) {
    const { evidence, strongest } = weigh(part, contradictions, justTolerated);
    if (evidence < areaLimits.minEvidence || strongest < areaLimits.strongEnough) continue;
    for (const cell of part) kept[cell] = weak[cell];
  }
  const fine = findFineMovement(contradictions, weak, grid);
  if (!kept.includes(1) && !fine.includes(1)) return [];
  const core = erode(dilate(kept, grid, closing.bridge), grid, closing.bridge);
  for (let i = 0; i < core.length; i++) core[i] |= fine[i];
  fillHoles(core, grid, Math.round(core.length * areaLimits.coreHole));
  const shown = dilate(core, grid, closing.growth);
  fillHoles(shown, grid, Math.round(core.length * areaLimits.shownHole));
  const thick = erode(core, grid, areaLimits.thickness);
  const areas: Area[] = [];
  // Areas whose borders would fade into each other are joined.
  for (const part of findParts(dilate(shown, grid, areaLimits.featherCells + 1), grid)) {
    const isFine = !part.some((cell) => kept[cell] === 1);
    if (!isFine && !part.some((cell) => thick[cell] === 1)) continue;
    const tolerated = isFine ? different : justTolerated;
    const inCore = part.filter((cell) => core[cell] === 1);
    const { evidence, strongest } = weigh(inCore, contradictions, tolerated);
    if (strongest < (evidence < areaLimits.enoughEvidence ? areaLimits.stark : areaLimits.strongEnough)) continue;
    areas.push({ core: inCore, shown: part.filter((cell) => shown[cell] === 1), tolerated });
  }
  return areas;
}

/** Sum of the cells' contradictions beyond the tolerance, and their maximum. */
function weigh(cells: Int32Array, contradictions: Uint8Array, tolerated: number) {
  let [evidence, strongest] = [0, 0];
  for (const cell of cells) {
    const value = contradictions[cell];
    if (value > tolerated) evidence += Math.min(areaLimits.maxPerCell, value);
    if (value > strongest) strongest = value;
  }
  return { evidence, strongest };
}

/**
 * Finds fine movement, such as leaves in wind, in which no single thing is enough evidence: there are many
 * contradictions in one place, while noise and misalignment leave few. `weak`: cells with some contradiction. Windows
 * end at the edges of the grid.
 */
export function findFineMovement(contradictions: Uint8Array, weak: Uint8Array, grid: Grid): Uint8Array {
  const fine = new Uint8Array(weak.length);
  const peaks = new Uint8Array(weak.length);
  for (const part of findParts(weak, grid)) {
    if (part.length < fineMovement.minCells || part.length > fineMovement.maxCells) continue;
    const peak = part.reduce((best, cell) => (contradictions[cell] > contradictions[best] ? cell : best));
    if (contradictions[peak] >= justTolerated) peaks[peak] = 1;
    for (const cell of part) fine[cell] = 1;
  }
  const [filled, count] = [fine, peaks].map((mask) => countAround(mask, grid, fineMovement.windowReach));
  const least = fineMovement.minShare * (2 * fineMovement.windowReach + 1) ** 2;
  const moving = filled.map((cells, i) => (cells >= least && count[i] >= fineMovement.minContradictions ? 1 : 0));
  if (!moving.includes(1)) return new Uint8Array(weak.length);
  const inWindows = dilate(Uint8Array.from(moving), grid, fineMovement.windowReach);
  const found = weak.map((value, i) => value & inWindows[i]);
  return erode(dilate(found, grid, closing.fineBridge), grid, closing.fineBridge);
}
