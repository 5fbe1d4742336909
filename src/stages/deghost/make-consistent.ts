import { justTolerated } from "../../kernels/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { dilate, erode, fillHoles, type Grid } from "./cell-mask.ts";
import { type Comparison, compareFrames } from "./compare.ts";
import { lookUp } from "./exposure-link.ts";
import { cellSamples, isClipped, type SmallCopy, spreadSample } from "./small-copy.ts";

/** In frame `to`, what frame `from` shows is shown; 1 in the cells where. They are neighbours in exposure. */
export interface Substitution {
  readonly from: number;
  readonly to: number;
  readonly cells: Uint8Array;
}

/** The frames, darkest first, and what joins neighbours: element k frame k and the brighter k + 1. */
export interface Bracket {
  readonly copies: readonly SmallCopy[];
  readonly comparisons: readonly Comparison[];
  readonly grid: Grid;
}

/** Cells that contradict less than this are left as they are. */
const worthShowing = justTolerated / 2;
/** Gaps up to twice this between such cells are closed, and what is left is grown by as much as soft edges need. */
const bridge = 2;
const growth = 2;
/** Holes of at most this share of the grid are closed too. */
const largestHole = 1 / 50;

/**
 * Makes all frames show, in the cells `inside`, what frame `base` saw. From the base outwards, in exposure, each frame is compared with
 * its inner neighbour: where they contradict each other it gets the neighbour's pixels; where they agree it keeps its own, which
 * hold highlights that are white in the neighbour, or shadows that are noise there. So a highlight is shown by the brightest frame that
 * holds it, and by that one alone. Updates the copies.
 */
export async function makeConsistent(
  bracket: Bracket,
  base: number,
  inside: Uint8Array,
  context: StageContext,
): Promise<Substitution[]> {
  const { copies } = bracket;
  const substitutions: Substitution[] = [];
  const blown = copies.map(() => new Uint8Array(inside.length));
  const spread = (from: number, to: number, cells: Uint8Array) => {
    if (!cells.includes(1)) return;
    substitutions.push({ from, to, cells });
    showCells(bracket, from, to, cells);
  };
  for (let k = base - 1; k >= 0; k--) {
    const cells = await differingCells(bracket, k + 1, k, inside, blown[k + 1], context);
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] && (blown[k + 1][i] || isClipped(copies[k + 1], i))) blown[k][i] = 1;
    }
    spread(k + 1, k, cells);
  }
  for (let k = base + 1; k < copies.length; k++) {
    spread(k - 1, k, await differingCells(bracket, k - 1, k, inside, blown[k - 1], context));
  }
  // What became white by its neighbour, but is held by a frame further out, comes back from there.
  for (let k = 1; k < base; k++) {
    const cells = blown[k].map((value, i) => value & (1 - blown[k - 1][i]));
    for (let i = 0; i < cells.length; i++) if (cells[i]) blown[k][i] = 0;
    spread(k - 1, k, cells);
  }
  return substitutions;
}

async function differingCells(
  { comparisons, grid }: Bracket,
  from: number,
  to: number,
  inside: Uint8Array,
  atLeast: Uint8Array,
  context: StageContext,
): Promise<Uint8Array> {
  throwIfCancelled(context, "deghost");
  const bounds = context.memory.u8(inside.length);
  bounds.set(atLeast);
  const found = await compareFrames(comparisons[Math.min(from, to)], bounds, grid, context);
  const differs = inside.map((value, i) => (value && found[i] > worthShowing ? 1 : 0));
  for (const view of [bounds, found]) context.memory.release(view);
  if (!differs.includes(1)) return differs;
  const grown = dilate(erode(dilate(differs, grid, bridge), grid, bridge), grid, growth);
  fillHoles(grown, grid, Math.round(grown.length * largestHole));
  return grown.map((value, i) => value & inside[i]);
}

/** What the substitution does to the frame, done to its copy. */
function showCells({ copies, comparisons }: Bracket, from: number, to: number, cells: Uint8Array): void {
  const [source, target] = [copies[from].data, copies[to].data];
  const { up, down } = comparisons[Math.min(from, to)].link;
  const tables = to > from ? up : down;
  for (let i = 0; i < cells.length; i++) {
    if (!cells[i]) continue;
    const at = i * cellSamples;
    for (let c = 0; c < spreadSample; c++) target[at + c] = 65535 * lookUp(tables[c], source[at + c] / 65535);
    target[at + spreadSample] = source[at + spreadSample];
  }
}
