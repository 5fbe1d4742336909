import { cellSamples, isClipped, lumaSample, type SmallCopy } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { type Comparison, compareFrames, comparisonOf } from "./compare.ts";
import { black, different } from "./params.ts";

/** What a frame shows at a cell, compared with the others. */
export const shows = {
  /** Nothing: it is white or black there. */
  nothing: 0,
  /** The same as most of the others. */
  standing: 1,
  /** Something else than most of the others. */
  moved: 2,
  /** Something else than others do, and no more of them agree. */
  undecided: 3,
} as const;

/** For each frame, darkest first, what it {@link shows} at each of the cells inside. */
export async function findConsensus(
  copies: readonly SmallCopy[],
  comparisons: readonly Comparison[],
  inside: Uint8Array,
  grid: Grid,
  context: StageContext,
): Promise<Uint8Array[]> {
  const exposes = copies.map((copy) => inside.map((value, cell) => (value && isExposed(copy, cell) ? 1 : 0)));
  const [support, against] = [0, 0].map(() => copies.map(() => new Uint8Array(inside.length)));
  for (let dark = 0; dark < copies.length; dark++) {
    for (let bright = dark + 1; bright < copies.length; bright++) {
      throwIfCancelled(context, "deghost");
      const found = await compareFrames(comparisonOf(comparisons, dark, bright), "lenient", grid, context);
      for (let cell = 0; cell < inside.length; cell++) {
        if (!inside[cell]) continue;
        const counts = found[cell] > different ? against : support;
        if (exposes[bright][cell]) counts[dark][cell]++;
        if (exposes[dark][cell]) counts[bright][cell]++;
      }
      context.memory.release(found);
    }
  }
  return copies.map((_, k) =>
    inside.map((value, cell) => {
      if (!value) return shows.nothing;
      const [agree, contradict] = [support[k][cell], against[k][cell]];
      // White that all other frames contradict: something bright moved there.
      if (!exposes[k][cell]) return contradict > agree ? shows.moved : shows.nothing;
      if (contradict === 0) return shows.standing;
      if (agree > 0 && agree + 1 > contradict) return shows.standing;
      return contradict > agree + 1 ? shows.moved : shows.undecided;
    }),
  );
}

/** Whether a frame exposes a cell: it is neither white nor black there. */
export function isExposed(copy: SmallCopy, cell: number): boolean {
  return !isClipped(copy, cell) && copy.data[cell * cellSamples + lumaSample] > black * 65535;
}
