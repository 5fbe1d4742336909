import type { U8 } from "../../image/index.ts";
import { darkTolerance, toleranceLevels } from "../../kernels/index.ts";
import {
  cellSamples,
  type ExposureLink,
  isClipped,
  lumaSample,
  numbersIn,
  residualsOf,
  type SmallCopy,
  tablesBetween,
} from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { allowance, black, different } from "./params.ts";

/**
 * Level of tolerance. `lenient`: no movement is known yet. `strict`: something is known to have moved, and nothing
 * visible of it may remain. `strictWhite`: strict, but clipping may have cost a cell some of its light.
 */
export type Strictness = "lenient" | "strict" | "strictWhite";

/** Two neighbours in exposure and their tolerated differences. */
export interface Comparison {
  readonly dark: SmallCopy;
  readonly bright: SmallCopy;
  readonly link: ExposureLink;
}

/** Comparison of any two frames; `comparisons[k]` is of frames k and k + 1, darkest first. */
export function comparisonOf(comparisons: readonly Comparison[], dark: number, bright: number): Comparison {
  if (bright === dark + 1) return comparisons[dark];
  const links = comparisons.map(({ link }) => link);
  const copies = [...comparisons.map((each) => each.dark), comparisons[comparisons.length - 1].bright];
  const tables = tablesBetween(links, dark, bright);
  const residuals = residualsOf(copies[dark], copies[bright], tables);
  return { dark: copies[dark], bright: copies[bright], link: { ...tables, ...residuals } };
}

/**
 * Contradictions of the two frames, cell by cell, as they are now: see the kernel `deghostCompare`. The result is in
 * pixel memory: the caller releases it.
 */
export async function compareFrames(
  { dark, bright, link }: Comparison,
  strictness: Strictness,
  { width, height, wrapX }: Grid,
  { kernels, memory }: StageContext,
): Promise<U8> {
  const { least, deviations, slack, clippingSlack, forgiving } = allowance.margins[strictness];
  const tolerances = (strictness === "lenient" ? link.unexplained : link.noise).map((each) =>
    Math.min(allowance.maxTolerance, least + deviations * each),
  );
  const shared = [link.up.flatMap((table) => [...table]), link.down.flatMap((table) => [...table]), tolerances];
  const [up, down, allowed] = shared.map((values) => numbersIn(memory, values));
  const target = memory.u8(width * height);
  await kernels.run(
    "deghostCompare",
    {
      dark: dark.data,
      bright: bright.data,
      up,
      down,
      tolerances: allowed,
      slack,
      clippingSlack,
      forgiving,
      target,
      width,
      height,
      wrapX: wrapX ? 1 : 0,
    },
    height,
  );
  for (const view of [up, down, allowed]) memory.release(view);
  return target;
}

/** The lenient tolerance in table `c` at a display value of the brighter frame. */
export function toleranceAt({ link }: Comparison, c: number, bright: number): number {
  const level = Math.min(toleranceLevels - 1, Math.floor(bright * toleranceLevels));
  const { least, deviations } = allowance.margins.lenient;
  return Math.min(allowance.maxTolerance, least + deviations * link.unexplained[c * toleranceLevels + level]);
}

/** The lenient tolerance of a display value of the darker frame. */
export function darkSlackAt(value: number): number {
  return darkTolerance(value, allowance.margins.lenient.forgiving);
}

/** What a frame shows at a cell, relative to the others. */
export const shows = {
  /** Nothing: white or black. */
  nothing: 0,
  /** The same as most of the others. */
  standing: 1,
  /** Something different from most of the others. */
  moved: 2,
  /** Something different from some others, with no majority on its side. */
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
