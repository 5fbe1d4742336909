import { justTolerated } from "../../kernels/index.ts";
import { dilate, erode, fillHoles, findParts, type Grid } from "./cell-mask.ts";
import { findFineMovement } from "./fine-movement.ts";

/** A connected part of the picture in which something moved. */
export interface Area {
  /** Cells in which frames contradict each other, and what those enclose. */
  readonly core: Int32Array;
  /** Cells that are shown by one frame: the core, grown over soft edges and motion blur. */
  readonly shown: Int32Array;
  /** Contradictions above this count as movement: less if only many of them together show it. */
  readonly tolerated: number;
}

/** A part counts when it holds a contradiction this strong, and this much of it: single specks are noise. */
const strongEnough = 2 * justTolerated;
const leastEvidence = 10 * justTolerated;
/**
 * An area with less evidence than this must be stark: little and faint is what clipping, colours and displacement
 * leave.
 */
const enoughEvidence = 30 * justTolerated;
const stark = 4 * justTolerated;
/** What one cell may contribute: a speck does not count for more by being stark. */
const mostPerCell = 4 * justTolerated;
/**
 * An area extends as far as contradictions of this size continue, so it ends where frames agree, not where they agree
 * well enough.
 */
const reach = justTolerated / 2;
/** Gaps up to twice this are bridged, in cells: leaves and waves move as a whole. */
const bridge = 2;
/**
 * A core that is nowhere wider than twice this and one is an edge that lies a little off, or was sharpened; in cells.
 */
const thickness = 1;
/** Cells that an area is grown by. */
const growth = 2;
/** Cells beyond the shown ones over which the other frames fade in; they stand still. */
export const featherCells = 2;

/** Finds the areas from contradictions (the largest over all pairs of frames, one value a cell). */
export function findAreas(contradictions: Uint8Array, grid: Grid): Area[] {
  if (contradictions.reduce((most, value) => Math.max(most, value), 0) < justTolerated) return [];
  const weak = contradictions.map((value) => (value > reach ? 1 : 0));
  const kept = new Uint8Array(weak.length);
  for (const part of findParts(dilate(weak, grid, 1), grid)) {
    const { evidence, strongest } = weigh(part, contradictions, justTolerated);
    if (evidence < leastEvidence || strongest < strongEnough) continue;
    for (const cell of part) kept[cell] = weak[cell];
  }
  const fine = findFineMovement(contradictions, weak, grid);
  if (!kept.includes(1) && !fine.includes(1)) return [];
  const core = erode(dilate(kept, grid, bridge), grid, bridge);
  for (let i = 0; i < core.length; i++) core[i] |= fine[i];
  fillHoles(core, grid, Math.round(core.length / 20));
  const shown = dilate(core, grid, growth);
  fillHoles(shown, grid, Math.round(core.length / 50));
  const thick = erode(core, grid, thickness);
  const areas: Area[] = [];
  // Areas whose borders would fade into each other are one.
  for (const part of findParts(dilate(shown, grid, featherCells + 1), grid)) {
    const isFine = !part.some((cell) => kept[cell] === 1);
    if (!isFine && !part.some((cell) => thick[cell] === 1)) continue;
    const tolerated = isFine ? reach : justTolerated;
    const inCore = part.filter((cell) => core[cell] === 1);
    const { evidence, strongest } = weigh(inCore, contradictions, tolerated);
    if (strongest < (evidence < enoughEvidence ? stark : strongEnough)) continue;
    areas.push({ core: inCore, shown: part.filter((cell) => shown[cell] === 1), tolerated });
  }
  return areas;
}

/** How much cells contradict each other beyond what is tolerated. */
function weigh(cells: Int32Array, contradictions: Uint8Array, tolerated: number) {
  let [evidence, strongest] = [0, 0];
  for (const cell of cells) {
    const value = contradictions[cell];
    if (value > tolerated) evidence += Math.min(mostPerCell, value);
    if (value > strongest) strongest = value;
  }
  return { evidence, strongest };
}
