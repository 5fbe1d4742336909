import {
  cellSamples,
  type ExposureLink,
  isNearlyClipped,
  lookUp,
  lumaSample,
  type SmallCopy,
  spreadSample,
} from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import type { CarriedNoise } from "./carried-noise.ts";
import { dilate, erode, fillHoles, findParts, type Grid } from "./cell-mask.ts";
import { type Comparison, compareFrames, type LinkOfPair, type Strictness } from "./compare.ts";
import { areaLimits, carried, closing, different, shownFrame } from "./params.ts";
import { cropCopy, maskIn, restoreCopy, uncrop, windowAround } from "./window.ts";

/** Content of frame `from` shown in frame `to`, where `cells` is 1. */
export interface Substitution {
  readonly from: number;
  readonly to: number;
  readonly cells: Uint8Array;
}

/** The frames, darkest first. */
interface Bracket {
  readonly copies: readonly SmallCopy[];
  readonly linkOf: LinkOfPair;
  readonly noise: CarriedNoise;
  readonly grid: Grid;
}

/** A bracket's part around the cells in question. */
interface Part extends Bracket {
  /** Size of the largest holes that are filled, in cells. */
  readonly largestHole: number;
}

/** Cells around those in question that closing and growth reach, and one more. */
const reach = closing.bridge + closing.growth + 1;

/**
 * Makes all frames show, in the given cells, the content of frame `base`, except where that would be grainy. Updates
 * the copies of the brighter frames. Only cells within `margin` are read; a larger one gives the same result.
 */
export async function makeConsistent(
  { grid, ...bracket }: Bracket,
  base: number,
  cells: Int32Array,
  context: StageContext,
  margin = reach,
): Promise<Substitution[]> {
  const window = windowAround(cells, grid, margin);
  const copies = bracket.copies.map((copy) => cropCopy(copy, window, context));
  const largestHole = Math.round(grid.width * grid.height * areaLimits.shownHole);
  const part = { ...bracket, copies, grid: window, largestHole };
  const found = await substitutionsIn(part, base, maskIn(cells, grid, window), context);
  for (const [k, { data }] of copies.entries()) {
    if (k > base) restoreCopy(bracket.copies[k], window, data);
    context.memory.release(data);
  }
  return found.map((each) => ({ ...each, cells: uncrop(each.cells, grid, window) }));
}

async function substitutionsIn(
  bracket: Part,
  base: number,
  inside: Uint8Array,
  context: StageContext,
): Promise<Substitution[]> {
  const substitutions = await darkenFrom(bracket, base, inside, context);
  const dim = inside.map((value, i) => (value && isDim(bracket.copies[base], i) ? 1 : 0));
  const lit = inside.map((value, i) => value - dim[i]);
  const origin = new Uint8Array(inside.length).fill(base);
  for (let k = base + 1; k < bracket.copies.length; k++) {
    const comparison = comparisonOf(bracket, k - 1, k);
    const cells = await differingCells(bracket, comparison, "strict", lit, context);
    const dimCells = await differingCells(bracket, comparison, "lenient", dim, context);
    for (let i = 0; i < cells.length; i++) cells[i] |= dimCells[i];
    leaveGrainy({ copies: bracket.copies, link: comparison.link, to: k, cells, origin }, bracket.noise, bracket.grid);
    for (let i = 0; i < cells.length; i++) if (!cells[i]) origin[i] = k;
    if (!cells.includes(surely)) continue;
    substitutions.push({ from: k - 1, to: k, cells });
    showCells(comparison, cells);
  }
  return substitutions;
}

/**
 * Handles the frames darker than the base. In every cell one frame is the local reference: first the base; where that
 * is white, the next darker frame that agrees with it, and so on. Cells that agree with their local reference keep
 * their own pixels. The others get those of the local reference or, where that is white, those of the next one, however
 * much darker it is. White itself is shown only if nothing else is known.
 */
async function darkenFrom(
  bracket: Part,
  base: number,
  inside: Uint8Array,
  context: StageContext,
): Promise<Substitution[]> {
  const { copies } = bracket;
  const witness = inside.map((value) => (value ? base : 255));
  const white = whiteCells(bracket, base, inside);
  const substitutions = new Map<number, Substitution>();
  const show = (from: number, to: number, cell: number) => {
    const key = from * copies.length + to;
    const known = substitutions.get(key) ?? { from, to, cells: new Uint8Array(inside.length) };
    substitutions.set(key, known);
    known.cells[cell] = 1;
  };
  const waiting = copies.map(() => new Uint8Array(inside.length));
  for (let k = base - 1; k >= 0; k--) {
    const differs = await contradicting(bracket, k, witness, context);
    const own = whiteCells(bracket, k, inside);
    for (let i = 0; i < inside.length; i++) {
      if (!inside[i]) continue;
      if (differs[i]) {
        if (white[i]) waiting[k][i] = differs[i];
        else show(witness[i], k, i);
      } else if (white[i]) {
        for (let j = k + 1; j < base; j++) {
          if (waiting[j][i]) show(k, j, i);
          waiting[j][i] = 0;
        }
        witness[i] = k;
        white[i] = own[i];
      }
    }
  }
  for (const [k, cells] of waiting.entries()) {
    for (let i = 0; i < cells.length; i++) if (cells[i] === surely) show(witness[i], k, i);
  }
  return [...substitutions.values()];
}

/** Cells in which a frame may be clipped, even in part, and those around them: a darker frame shows them better. */
function whiteCells({ copies, grid }: Bracket, k: number, inside: Uint8Array): Uint8Array {
  return dilate(
    inside.map((value, i) => (value && isNearlyClipped(copies[k], i) ? 1 : 0)),
    grid,
    1,
  );
}

function isDim({ data }: SmallCopy, cell: number): boolean {
  return data[cell * cellSamples + lumaSample] < shownFrame.dimmest * 65535;
}

/** Marks of cells that contradict, and of cells next to and between them. */
const surely = 2;
const perhaps = 1;

/** Cells in which frame k contradicts its witness. */
async function contradicting(bracket: Part, k: number, witness: Uint8Array, context: StageContext) {
  const result = new Uint8Array(witness.length);
  for (const j of new Set(witness)) {
    if (j === 255) continue;
    const cells = witness.map((value) => (value === j ? 1 : 0));
    const differs = await differingCells(bracket, comparisonOf(bracket, k, j), "strictWhite", cells, context);
    for (let i = 0; i < result.length; i++) result[i] |= differs[i];
  }
  return result;
}

function comparisonOf({ copies, linkOf }: Bracket, dark: number, bright: number): Comparison {
  return { dark: copies[dark], bright: copies[bright], link: linkOf(dark, bright) };
}

async function differingCells(
  { grid, largestHole }: Part,
  comparison: Comparison,
  strictness: Strictness,
  inside: Uint8Array,
  context: StageContext,
): Promise<Uint8Array> {
  throwIfCancelled(context, "deghost");
  const compared = context.memory.u8(inside.length);
  compared.set(inside);
  const found = await compareFrames(comparison, strictness, grid, context, compared);
  const differs = inside.map((value, i) => (value && found[i] > different ? surely : 0));
  for (const view of [found, compared]) context.memory.release(view);
  if (!differs.includes(surely)) return differs;
  const grown = dilate(erode(dilate(differs, grid, closing.bridge), grid, closing.bridge), grid, closing.growth);
  fillHoles(grown, grid, largestHole);
  return grown.map((value, i) => (value && inside[i] ? differs[i] || perhaps : 0));
}

/** Shows the darker frame in the copy of the brighter one. */
function showCells({ dark, bright, link: { up } }: Comparison, cells: Uint8Array): void {
  const [source, target] = [dark.data, bright.data];
  for (let i = 0; i < cells.length; i++) {
    if (!cells[i]) continue;
    const at = i * cellSamples;
    for (let c = 0; c < spreadSample; c++) target[at + c] = 65535 * lookUp(up[c], source[at + c] / 65535);
    target[at + spreadSample] = source[at + spreadSample];
  }
}

/**
 * Cells of frame `to` to be replaced with frame `to` − 1, which shows in each its own content or that of a darker
 * frame.
 */
interface Showing {
  readonly copies: readonly SmallCopy[];
  readonly link: ExposureLink;
  readonly to: number;
  readonly cells: Uint8Array;
  /** The frame whose pixels frame `to` − 1 shows. */
  readonly origin: Uint8Array;
}

/**
 * Removes connected parts from `cells` in which the noise of the replacement would be visible and a larger error than
 * the ghost that remains if the frame keeps its own pixels.
 */
export function leaveGrainy({ copies, link, to, cells, origin }: Showing, noise: CarriedNoise, grid: Grid): void {
  const grain = new Float32Array(cells.length);
  const grainy = new Uint8Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    if (!cells[i]) continue;
    grain[i] = noise.beyond(origin[i], to, copies[origin[i]].data[i * cellSamples + lumaSample] / 65535);
    if (grain[i] > 0) grainy[i] = 1;
  }
  if (!grainy.includes(1)) return;
  for (const part of findParts(grainy, grid)) {
    if (part.length < carried.minCells) continue;
    let [byGrain, byGhost] = [0, 0];
    for (const cell of part) {
      byGrain += grain[cell];
      byGhost += squaredGhost(copies[to - 1], copies[to], link, cell);
    }
    if (byGhost < byGrain) for (const cell of part) cells[cell] = 0;
  }
}

/** Mean squared difference, over the channels, of a cell from the darker frame's prediction; display values. */
function squaredGhost(dark: SmallCopy, bright: SmallCopy, { up }: ExposureLink, cell: number): number {
  let sum = 0;
  for (let c = 0; c < lumaSample; c++) {
    const at = cell * cellSamples + c;
    sum += (lookUp(up[c], dark.data[at] / 65535) - bright.data[at] / 65535) ** 2;
  }
  return sum / lumaSample;
}
