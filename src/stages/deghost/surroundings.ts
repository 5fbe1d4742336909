import { justTolerated } from "../../kernels/index.ts";
import { isExplained } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import { dilate, type Grid } from "./cell-mask.ts";
import type { Comparison } from "./compare.ts";
import { surroundings } from "./params.ts";

/**
 * Drops areas whose surroundings are badly explained too. A moving thing ends where the still scene begins, which the
 * model explains. If it does not, the light changed (a flash, a lamp, the sun), and no single frame is right.
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
    return compared < surroundings.leastCells || explained >= surroundings.leastExplained * compared;
  });
}

/** Cells near the core that are in no area. */
function surroundingsOf(core: Int32Array, inAreas: Uint8Array, grid: Grid): number[] {
  const mask = new Uint8Array(inAreas.length);
  for (const cell of core) mask[cell] = 1;
  const wide = dilate(
    mask,
    grid,
    Math.max(surroundings.leastSurround, Math.round(surroundings.surround * Math.sqrt(core.length))),
  );
  const cells: number[] = [];
  for (let i = 0; i < wide.length; i++) if (wide[i] && !inAreas[i]) cells.push(i);
  return cells;
}
