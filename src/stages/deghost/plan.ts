import type { U8 } from "../../image/index.ts";
import { type ExposureLink, type FrameCopy, lumaSample, mappingOver, type RelatedLink } from "../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../context.ts";
import { contradicts, movedAreas } from "./area-evidence.ts";
import { type Area, findAreas } from "./areas.ts";
import { carriedNoise } from "./carried-noise.ts";
import type { Grid } from "./cell-mask.ts";
import { chooseFrames } from "./choose-frame.ts";
import { closerThanPlain, mapsOfPairs } from "./closer-than-plain.ts";
import { type Comparison, compareFrames, findConsensus, linksOfPairs } from "./compare.ts";
import { makeConsistent, type Substitution } from "./make-consistent.ts";
import { provingPairs } from "./params.ts";
import { cellsOf } from "./window.ts";

/** The planned substitutions; frames by brightness, darkest first. */
export interface Plan {
  readonly areaCount: number;
  /** The frame that shows each cell, `noFrame` if nothing moved there. */
  readonly labels: Uint8Array;
  /** Substitutions, in the order in which they must be carried out. */
  readonly substitutions: readonly Substitution[];
  readonly links: readonly ExposureLink[];
}

/** Label of a cell at which all frames are fused. */
export const noFrame = 255;

/** Frames, darkest first. */
interface PlanInput {
  /** The unchanged frames. */
  readonly given: readonly FrameCopy[];
  /** Copies of them that planning modifies; at the end they show what the final frames will show. */
  readonly copies: readonly FrameCopy[];
  /** Element k links frames k and k + 1. */
  readonly links: readonly RelatedLink[];
  /** Whether each frame is aligned with the others, as far as is known. */
  readonly isAligned: readonly boolean[];
  /** The frame from which things that moved are shown, unless they are black or white in it. */
  readonly preferred: number | undefined;
  readonly grid: Grid;
}

/** Areas in which something may have moved, and what shows it. */
export interface Candidates {
  readonly areas: readonly Area[];
  readonly comparisons: readonly Comparison[];
  /** Contradictions of each comparison, one value per cell, in pixel memory: the caller releases them. */
  readonly found: readonly U8[];
  /** The largest of them. */
  readonly worst: Uint8Array;
}

/** Compares neighbours in exposure, and finds areas in which something may have moved. */
export async function findCandidates(
  { copies, links, grid }: Pick<PlanInput, "copies" | "links" | "grid">,
  context: StageContext,
): Promise<Candidates> {
  const comparisons = links.map((link, k) => ({ dark: copies[k], bright: copies[k + 1], link }));
  const found: U8[] = [];
  const worst = new Uint8Array(grid.width * grid.height);
  for (const comparison of comparisons) {
    throwIfCancelled(context, "deghost");
    found.push(await compareFrames(comparison, "lenient", grid, context));
    keepLargest(worst, found[found.length - 1]);
  }
  return { areas: findAreas(worst, grid), comparisons, found, worst };
}

/** Finds what moved between the frames, and plans how to show it. */
export async function planSubstitutions(
  { given, copies, links, isAligned, preferred, grid }: PlanInput,
  context: StageContext,
): Promise<Plan> {
  const candidates = await findCandidates({ copies, links, grid }, context);
  const { found, worst } = candidates;
  const moved = movedAreas(candidates.areas, { ...candidates, copies, grid });
  const proofs = found.filter((_, k) => isAligned[k] && isAligned[k + 1] && provesMovement(links[k]));
  const areas = moved.some((area) => proofs.some((proof) => contradicts(proof, area))) ? moved : [];
  const labels = new Uint8Array(worst.length).fill(noFrame);
  const noise = carriedNoise(copies, links);
  const bracket = { copies, linkOf: linksOfPairs(given, links), noise, grid };
  if (areas.length > 0) {
    const inAreas = new Uint8Array(worst.length);
    for (const { shown } of areas) for (const cell of shown) inAreas[cell] = 1;
    const consensus = await findConsensus(copies, bracket.linkOf, inAreas, grid, context);
    const mapLuma = mappingOver(links, lumaSample);
    chooseFrames(areas, { copies, found, consensus, mapLuma, noise, preferred, grid }, labels);
  }
  const substitutions: Substitution[] = [];
  for (const base of framesOf(labels)) {
    const cells = cellsOf(labels.map((value) => (value === base ? 1 : 0)));
    substitutions.push(...(await makeConsistent(bracket, base, cells, context)));
  }
  for (const view of found) context.memory.release(view);
  const planned = { copies: given, mapOf: mapsOfPairs(links), substitutions, labels };
  const kept = areas.filter((area) => closerThanPlain(area, planned));
  giveBack(
    areas.filter((area) => !kept.includes(area)),
    labels,
    substitutions,
  );
  return {
    areaCount: kept.length,
    labels,
    substitutions: substitutions.filter(({ cells }) => cells.some(Boolean)),
    links,
  };
}

/**
 * The frames in `labels`, sorted as text: 10 comes before 2. Another order would work as well, but would change
 * pictures.
 */
function framesOf(labels: Uint8Array): number[] {
  const isNamed = new Uint8Array(noFrame);
  // Writes to index `noFrame`, beyond the end of the typed array, are ignored.
  for (let i = 0; i < labels.length; i++) isNamed[labels[i]] = 1;
  return [...isNamed.keys()].filter((frame) => isNamed[frame] === 1).sort();
}

/**
 * Whether contradictions between two frames prove that something moved. Frames with little in common share only the
 * last tones before black and white, where a model of exposure is least reliable: contradictions there support movement
 * that other frames prove, but do not prove any themselves. The same applies to frames that could not be aligned.
 */
function provesMovement({ stops, shared, explained }: RelatedLink): boolean {
  return (
    stops <= provingPairs.maxStops && (shared >= provingPairs.enoughShared || explained >= provingPairs.wellExplained)
  );
}

/** Removes areas from the plan, so that they are fused as they are. */
function giveBack(areas: readonly Area[], labels: Uint8Array, substitutions: readonly Substitution[]): void {
  for (const { shown } of areas) {
    for (const cell of shown) {
      labels[cell] = noFrame;
      for (const { cells } of substitutions) cells[cell] = 0;
    }
  }
}

function keepLargest(worst: Uint8Array, found: U8): void {
  for (let i = 0; i < worst.length; i++) if (found[i] > worst[i]) worst[i] = found[i];
}
