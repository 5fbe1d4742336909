import type { F32, PixelMemory, U8 } from "../../image/index.ts";
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
import { cellsOf } from "./window.ts";

/**
 * Level of tolerance. `lenient`: no movement is known yet. `strict`: something is known to have moved, and nothing
 * visible of it may remain. `strictWhite`: strict, but clipping may have cost a cell some of its light.
 */
export type Strictness = "lenient" | "strict" | "strictWhite";

/** Two frames and their tolerated differences. */
export interface Comparison {
  readonly dark: SmallCopy;
  readonly bright: SmallCopy;
  readonly link: ExposureLink;
}

/** The link of any two frames, the darker one first; frames are numbered darkest first. */
export type LinkOfPair = (dark: number, bright: number) => ExposureLink;

/**
 * `links[k]` joins frames k and k + 1. Links of other pairs are measured at their first use on `copies`, which nothing
 * may have changed.
 */
export function linksOfPairs(copies: readonly SmallCopy[], links: readonly ExposureLink[]): LinkOfPair {
  const measured = new Map<number, ExposureLink>();
  return (dark, bright) => {
    if (bright === dark + 1) return links[dark];
    const key = dark * copies.length + bright;
    const known = measured.get(key);
    if (known) return known;
    const tables = tablesBetween(links, dark, bright);
    const link = { ...tables, ...residualsOf(copies[dark], copies[bright], tables) };
    measured.set(key, link);
    return link;
  };
}

/**
 * Contradictions of the two frames, cell by cell, as they are now, in the cells `inside` or in all: see the kernel
 * `deghostCompare`. The result is in pixel memory: the caller releases it.
 */
export async function compareFrames(
  { dark, bright, link }: Comparison,
  strictness: Strictness,
  { width, height, wrapX }: Grid,
  { kernels, memory }: StageContext,
  inside?: U8,
): Promise<U8> {
  const { least, deviations, slack, clippingSlack, forgiving } = allowance.margins[strictness];
  const tolerances = (strictness === "lenient" ? link.unexplained : link.noise).map((each) =>
    Math.min(allowance.maxTolerance, least + deviations * each),
  );
  const [up, down] = [link.up, link.down].map((tables) => tablesIn(memory, tables));
  const allowed = numbersIn(memory, tolerances);
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
      inside,
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

/** Tables one after the other, where kernels can read them; the caller releases them. */
function tablesIn(memory: PixelMemory, tables: readonly Float32Array[]): F32 {
  const [{ length }] = tables;
  const view = memory.f32(tables.length * length);
  for (const [i, table] of tables.entries()) view.set(table, i * length);
  return view;
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
  linkOf: LinkOfPair,
  inside: Uint8Array,
  grid: Grid,
  context: StageContext,
): Promise<Uint8Array[]> {
  const compared = context.memory.u8(inside.length);
  compared.set(inside);
  // What follows is one value for each of these cells.
  const cells = cellsOf(inside);
  const exposes = copies.map((copy) => cells.map((cell) => (isExposed(copy, cell) ? 1 : 0)));
  const [support, against] = [0, 0].map(() => copies.map(() => new Uint8Array(cells.length)));
  for (const [dark, darkCopy] of copies.entries()) {
    for (let bright = dark + 1; bright < copies.length; bright++) {
      throwIfCancelled(context, "deghost");
      const comparison = { dark: darkCopy, bright: copies[bright], link: linkOf(dark, bright) };
      const found = await compareFrames(comparison, "lenient", grid, context, compared);
      for (let i = 0; i < cells.length; i++) {
        const counts = found[cells[i]] > different ? against : support;
        if (exposes[bright][i]) counts[dark][i]++;
        if (exposes[dark][i]) counts[bright][i]++;
      }
      context.memory.release(found);
    }
  }
  context.memory.release(compared);
  return copies.map((_, k) => {
    const shown = new Uint8Array(inside.length);
    for (const [i, cell] of cells.entries()) {
      shown[cell] = verdictOn(exposes[k][i] === 1, support[k][i], against[k][i]);
    }
    return shown;
  });
}

/** What a frame {@link shows} at a cell, from the numbers of other frames that agree with it and that contradict it. */
function verdictOn(exposed: boolean, agree: number, contradict: number): number {
  // White that all other frames contradict: something bright moved there.
  if (!exposed) return contradict > agree ? shows.moved : shows.nothing;
  if (contradict === 0) return shows.standing;
  if (agree > 0 && agree + 1 > contradict) return shows.standing;
  return contradict > agree + 1 ? shows.moved : shows.undecided;
}

/** Whether a frame exposes a cell: it is neither white nor black there. */
export function isExposed(copy: SmallCopy, cell: number): boolean {
  return !isClipped(copy, cell) && copy.data[cell * cellSamples + lumaSample] > black * 65535;
}
