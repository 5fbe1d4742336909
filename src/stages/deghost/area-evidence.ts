import type { U16 } from "../../image/index.ts";
import { justTolerated } from "../../kernels/index.ts";
import { cellSamples, isExplained, logOdds, lumaSample, type SmallCopy } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import { erode, type Grid } from "./cell-mask.ts";
import type { Comparison } from "./compare.ts";
import { unexplainedShare } from "./local-tones.ts";
import { bias, scales, weights } from "./odds-weights.ts";
import { areaLimits, different, elsewhere, minOdds, surroundings } from "./params.ts";
import { cellsOf, cellsWithin, maskIn, windowAround } from "./window.ts";

/** Evidence that something moved in an area, rather than a model of exposure, noise or alignment being wrong. */
export interface Evidence {
  /** Largest contradiction, as a multiple of `justTolerated`. */
  readonly peak: number;
  /** Binary logarithm of the core's size in cells. */
  readonly size: number;
  /** Share of the core's cells that are more than a cell from its edge, 0 to 1; 0 for a slightly displaced edge. */
  readonly thickness: number;
  /** Mean texture of the core, in the steps of `textureOf`. */
  readonly texture: number;
  /**
   * Binary logarithm of the number of contradicting cells over that expected from equally textured cells outside all
   * areas. Grain and tones that the model misses contradict everywhere, movement only locally.
   */
  readonly beyondRest: number;
  /** Binary logarithm of the factor by which that expectation grows if cells in other areas are included. */
  readonly company: number;
  /** Share of contradictions that a tone curve fitted to the area alone does not explain, 0 to 1. */
  readonly unexplained: number;
  /** Share of the comparable cells around the core that the model explains, 0 to 1; half if there are none. */
  readonly surroundings: number;
  /** Share of the pairs of neighbouring frames that contradict each other in the area, 0 to 1. */
  readonly links: number;
}

/** Small copies of the frames, comparisons of neighbours in exposure, and the contradictions that these found. */
interface Compared {
  readonly copies: readonly SmallCopy[];
  readonly comparisons: readonly Comparison[];
  /** For each comparison, one value per cell. */
  readonly found: readonly Uint8Array[];
  /** The largest of `found`. */
  readonly worst: Uint8Array;
  readonly grid: Grid;
}

/** The areas in which something moved, by the odds that bench/deghost/fit.ts fitted. */
export function movedAreas(areas: readonly Area[], compared: Compared): Area[] {
  const evidence = weighAreas(areas, compared);
  return areas.filter((_, i) => logOdds(evidence[i], { bias, scales, weights }) >= minOdds);
}

/** The evidence for movement in each area. */
export function weighAreas(areas: readonly Area[], compared: Compared): Evidence[] {
  if (areas.length === 0) return [];
  const { worst, grid } = compared;
  const inAreas = new Uint8Array(worst.length);
  for (const { shown } of areas) for (const cell of shown) inAreas[cell] = 1;
  const texture = textureOf(compared.copies, grid);
  const all = countsOf(worst, texture);
  const rest = ratesOf(all, countsOf(worst, texture, cellsOf(inAreas)));
  return areas.map((area) => {
    const { core, shown } = area;
    const others = ratesOf(all, countsOf(worst, texture, shown));
    const expected = expectedIn(core, texture, rest);
    return {
      peak: core.reduce((peak, cell) => Math.max(peak, worst[cell]), 0) / justTolerated,
      size: Math.log2(core.length),
      thickness: thicknessOf(core, grid),
      texture: core.reduce((sum, cell) => sum + texture[cell], 0) / core.length,
      beyondRest: Math.log2((1 + core.filter((cell) => worst[cell] > different).length) / expected),
      company: Math.log2(expectedIn(core, texture, others) / expected),
      unexplained: unexplainedShare(area, compared.comparisons, compared.found, grid),
      surroundings: explainedAround(area, inAreas, compared),
      links: compared.found.filter((each) => contradicts(each, area)).length / compared.found.length,
    };
  });
}

/** Whether two frames contradict each other in an area. */
export function contradicts(found: Uint8Array, { core, tolerated }: Area): boolean {
  return core.some((cell) => found[cell] > tolerated);
}

function thicknessOf(core: Int32Array, grid: Grid): number {
  const window = windowAround(core, grid, areaLimits.thickness);
  return cellsOf(erode(maskIn(core, grid, window), window, areaLimits.thickness)).length / core.length;
}

/**
 * Share of the cells around a core, outside all areas, that the model explains. A moving thing ends where the static
 * scene starts, which the model explains. If it does not, the light changed (a flash, a lamp, the sun), and no single
 * frame is right.
 */
function explainedAround({ core }: Area, inAreas: Uint8Array, { comparisons, found, grid }: Compared): number {
  const radius = Math.max(surroundings.minSurround, Math.round(surroundings.surround * Math.sqrt(core.length)));
  const cells = cellsWithin(core, grid, radius).filter((cell) => !inAreas[cell]);
  let [compared, explained] = [0, 0];
  for (const [k, { dark, bright, link }] of comparisons.entries()) {
    if (!core.some((cell) => found[k][cell] > justTolerated)) continue;
    for (const cell of cells) {
      const is = isExplained(dark, bright, link, cell);
      if (is === undefined) continue;
      compared++;
      if (is) explained++;
    }
  }
  const { prior } = surroundings;
  return (explained + prior.cells / 2) / (compared + prior.cells);
}

/** Expected number of contradicting cells if the core contradicts as often as equally textured cells elsewhere. */
function expectedIn(core: Int32Array, texture: Uint8Array, rates: Float64Array): number {
  return core.reduce((sum, cell) => sum + rates[texture[cell]], 0);
}

const textures = Math.floor(8 * elsewhere.stepsPerOctave) + 1;

/** Numbers of cells, and of contradicting ones among them, by texture. */
interface Counts {
  readonly cells: Float64Array;
  readonly contradicting: Float64Array;
}

/** Counts the given cells, by default all of them. */
function countsOf(worst: Uint8Array, texture: Uint8Array, among?: Int32Array): Counts {
  const counts = { cells: new Float64Array(textures), contradicting: new Float64Array(textures) };
  const count = among?.length ?? worst.length;
  for (let i = 0; i < count; i++) {
    const cell = among ? among[i] : i;
    counts.cells[texture[cell]]++;
    if (worst[cell] > different) counts.contradicting[texture[cell]]++;
  }
  return counts;
}

/** Share of contradicting cells outside an area, by texture. */
function ratesOf(all: Counts, inside: Counts): Float64Array {
  const { prior } = elsewhere;
  return all.contradicting.map(
    (count, i) =>
      (prior.contradicting + count - inside.contradicting[i]) / (prior.cells + all.cells[i] - inside.cells[i]),
  );
}

/** Lowest and highest luma of each cell of a row and its neighbours in it. */
function rangeAlongRow(data: U16, low: Uint16Array, high: Uint16Array, row: number, width: number): void {
  let own = data[row * cellSamples + lumaSample];
  let before = own;
  for (let cell = row; cell < row + width; cell++) {
    const after = cell + 1 < row + width ? data[(cell + 1) * cellSamples + lumaSample] : own;
    low[cell] = Math.min(before, own, after);
    high[cell] = Math.max(before, own, after);
    [before, own] = [own, after];
  }
}

/** Keeps the range over three rows of each cell of a row, if it is the largest so far. */
function widestOfRows(low: Uint16Array, high: Uint16Array, ranges: Uint16Array, row: number, width: number): void {
  const above = row > 0 ? -width : 0;
  const below = row + width < ranges.length ? width : 0;
  for (let cell = row; cell < row + width; cell++) {
    const most = Math.max(high[cell + above], high[cell], high[cell + below]);
    const least = Math.min(low[cell + above], low[cell], low[cell + below]);
    if (most - least > ranges[cell]) ranges[cell] = most - least;
  }
}

/** Range of luma within 3 × 3 cells, in the frame with the largest range; in logarithmic steps from 1 of 255 levels. */
function textureOf(copies: readonly SmallCopy[], { width, height }: Grid): Uint8Array {
  const ranges = new Uint16Array(width * height);
  const [low, high] = [new Uint16Array(width * height), new Uint16Array(width * height)];
  for (const { data } of copies) {
    for (let y = 0; y < height; y++) rangeAlongRow(data, low, high, y * width, width);
    for (let y = 0; y < height; y++) widestOfRows(low, high, ranges, y * width, width);
  }
  const step = (range: number) => Math.floor(elsewhere.stepsPerOctave * Math.log2(Math.max(1, range / 257)));
  return Uint8Array.from(ranges, (range) => Math.min(textures - 1, step(range)));
}
