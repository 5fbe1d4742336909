import type { U8 } from "../../image/index.ts";
import { lumaSample, type SmallCopy } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { findAreas } from "./areas.ts";
import type { Grid } from "./cell-mask.ts";
import { chooseFrames } from "./choose-frame.ts";
import { type Comparison, compareFrames, prepareComparison } from "./compare.ts";
import { type ExposureLink, linkExposures, mappingOver } from "./exposure-link.ts";
import { makeConsistent, type Substitution } from "./make-consistent.ts";

/** What is to be done; frames by brightness, darkest first. */
export interface Plan {
  readonly areaCount: number;
  /** The frame that shows a cell, `noFrame` where nothing moved. */
  readonly labels: Uint8Array;
  /** To be carried out in this order. */
  readonly substitutions: readonly Substitution[];
  readonly links: readonly ExposureLink[];
}

/** A cell at which all frames are fused as they are. */
export const noFrame = 255;

/**
 * Finds what moved between the frames and how to show it. `stops`: light of each frame over the one before, where known. Writes into
 * the copies: they show, in the end, what the frames will.
 */
export async function planSubstitutions(
  copies: readonly SmallCopy[],
  stops: readonly (number | undefined)[],
  grid: Grid,
  context: StageContext,
): Promise<Plan> {
  const links: ExposureLink[] = [];
  const comparisons: Comparison[] = [];
  const found: U8[] = [];
  const worst = new Uint8Array(grid.width * grid.height);
  for (let k = 0; k + 1 < copies.length; k++) {
    throwIfCancelled(context, "deghost");
    links.push(linkExposures(copies[k], copies[k + 1], stops[k + 1]));
    comparisons.push(prepareComparison(copies[k], copies[k + 1], links[k]));
    found.push(await compareFrames(comparisons[k], "lenient", grid, context));
    keepLargest(worst, found[k]);
  }
  const areas = findAreas(worst, grid);
  const bases = new Uint8Array(worst.length).fill(noFrame);
  const maps = links.length === 0 ? [] : links[0].up.map((_, c) => mappingOver(links, c));
  const bracket = { copies, comparisons, maps, grid };
  const evidence = { copies, found, mapLuma: maps[lumaSample], grid };
  for (const area of areas) chooseFrames(area, evidence, bases);
  const substitutions: Substitution[] = [];
  for (const base of new Set([...bases].sort())) {
    if (base === noFrame) continue;
    const inside = bases.map((value) => (value === base ? 1 : 0));
    substitutions.push(...(await makeConsistent(bracket, base, inside, context)));
  }
  for (const view of found) context.memory.release(view);
  return { areaCount: areas.length, labels: bases, substitutions, links };
}

function keepLargest(worst: Uint8Array, found: U8): void {
  for (let i = 0; i < worst.length; i++) if (found[i] > worst[i]) worst[i] = found[i];
}
