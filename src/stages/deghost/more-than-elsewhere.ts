import { justTolerated } from "../../kernels/index.ts";
import { cellSamples, isExplained, lumaSample, type SmallCopy } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import { dilate, type Grid } from "./cell-mask.ts";
import type { Comparison } from "./compare.ts";
import { different, elsewhere, surroundings } from "./params.ts";

/**
 * Drops areas whose surroundings are poorly explained, too. A moving thing ends where the static scene starts, which
 * the model explains. If it does not, the light changed (a flash, a lamp, the sun), and no single frame is right.
 */
export function standingOut(
  areas: readonly Area[],
  comparisons: readonly Comparison[],
  found: readonly Uint8Array[],
  grid: Grid,
): Area[] {
  const inAreas = new Uint8Array(grid.width * grid.height);
  for (const { shown } of areas) for (const cell of shown) inAreas[cell] = 1;
  return areas.filter(({ core }) => {
    const around = surroundingsOf(core, inAreas, grid);
    let [compared, explained] = [0, 0];
    for (const [k, { dark, bright, link }] of comparisons.entries()) {
      if (!core.some((cell) => found[k][cell] > justTolerated)) continue;
      for (const cell of around) {
        const is = isExplained(dark, bright, link, cell);
        if (is === undefined) continue;
        compared++;
        if (is) explained++;
      }
    }
    return compared < surroundings.minCells || explained >= surroundings.minExplained * compared;
  });
}

/** Cells near the core outside all areas. */
function surroundingsOf(core: Int32Array, inAreas: Uint8Array, grid: Grid): number[] {
  const mask = new Uint8Array(inAreas.length);
  for (const cell of core) mask[cell] = 1;
  const wide = dilate(
    mask,
    grid,
    Math.max(surroundings.minSurround, Math.round(surroundings.surround * Math.sqrt(core.length))),
  );
  const cells: number[] = [];
  for (let i = 0; i < wide.length; i++) if (wide[i] && !inAreas[i]) cells.push(i);
  return cells;
}

const textures = Math.floor(8 * elsewhere.stepsPerOctave) + 1;

/**
 * Drops areas that contradict no more than the equally textured rest of the picture. Grain of walls displaced by half a
 * pixel and tones that the model misses contradict everywhere; movement contradicts only locally. A dropped area counts
 * as part of the rest for the others. `contradictions`: the largest over all pairs of frames, one value per cell.
 */
export function moreThanElsewhere(
  areas: readonly Area[],
  contradictions: Uint8Array,
  copies: readonly SmallCopy[],
  grid: Grid,
): Area[] {
  if (areas.length === 0) return [];
  const texture = textureOf(copies, grid);
  let kept = [...areas];
  for (;;) {
    const rates = ratesOutside(kept, contradictions, texture);
    const left = kept.filter(({ core }) => {
      let [found, expected] = [0, 0];
      for (const cell of core) {
        if (contradictions[cell] > different) found++;
        expected += rates[texture[cell]];
      }
      return found >= elsewhere.minRatio * expected;
    });
    if (left.length === kept.length) return kept;
    kept = left;
  }
}

/** Share of contradicting cells outside all areas, by texture. */
function ratesOutside(areas: readonly Area[], contradictions: Uint8Array, texture: Uint8Array): Float64Array {
  const inAreas = new Uint8Array(contradictions.length);
  for (const { shown } of areas) for (const cell of shown) inAreas[cell] = 1;
  const cells = new Float64Array(textures).fill(elsewhere.prior.cells);
  const contradicting = new Float64Array(textures).fill(elsewhere.prior.contradicting);
  for (let cell = 0; cell < inAreas.length; cell++) {
    if (inAreas[cell]) continue;
    cells[texture[cell]]++;
    if (contradictions[cell] > different) contradicting[texture[cell]]++;
  }
  return contradicting.map((count, i) => count / cells[i]);
}

/** Range of luma within 3 × 3 cells, in the frame with the largest range; in steps, 0 for less than a level. */
function textureOf(copies: readonly SmallCopy[], { width, height }: Grid): Uint8Array {
  const ranges = new Uint16Array(width * height);
  const [low, high] = [new Uint16Array(width * height), new Uint16Array(width * height)];
  for (const { data } of copies) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const cell = y * width + x;
        const before = data[(x > 0 ? cell - 1 : cell) * cellSamples + lumaSample];
        const own = data[cell * cellSamples + lumaSample];
        const after = data[(x + 1 < width ? cell + 1 : cell) * cellSamples + lumaSample];
        low[cell] = Math.min(before, own, after);
        high[cell] = Math.max(before, own, after);
      }
    }
    for (let cell = 0; cell < ranges.length; cell++) {
      const above = cell >= width ? cell - width : cell;
      const below = cell + width < ranges.length ? cell + width : cell;
      const range = Math.max(high[above], high[cell], high[below]) - Math.min(low[above], low[cell], low[below]);
      if (range > ranges[cell]) ranges[cell] = range;
    }
  }
  const step = (range: number) => Math.floor(elsewhere.stepsPerOctave * Math.log2(Math.max(1, range / 257)));
  return Uint8Array.from(ranges, (range) => Math.min(textures - 1, step(range)));
}
