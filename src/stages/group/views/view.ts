import { type Pictures, stepBetween } from "../pictures/index.ts";
import { areOfOneSize, compareNames, type Level, type Shot } from "../shots/index.ts";
import { repeatEv, splitCertainty, unseenStepEv } from "./params.ts";

/** All shots of one camera angle, whenever they were taken. */
export interface View {
  /** From the darkest to the brightest. */
  readonly shots: readonly Shot[];
  /** Measured in the pictures; one scale for the whole view. */
  readonly levels: readonly Level[];
  /** Certainty of the least certain of its shots, 0 to 1. */
  readonly certainty: number;
  /** Another view shows the same in another light. */
  readonly hasOtherLight?: boolean;
}

/** Builds a view of these shots, with levels measured in its pictures on a separate scale. */
export function toView({ shots, ...known }: Omit<View, "levels">, scale: number, pictures: Pictures): View {
  const lightOf = (shot: Shot) => pictures.exposureOf(shot)?.brightness ?? 0;
  const sorted = [...shots].sort((a, b) => lightOf(a) - lightOf(b));
  const levels: Level[] = [];
  for (const [i, shot] of sorted.entries()) {
    const before = sorted[i - 1];
    const step = before === undefined ? 0 : (stepBetween(before, shot, pictures) ?? unseenStepEv);
    levels.push({ ev: (levels[i - 1]?.ev ?? 0) + Math.max(0, step), scale });
  }
  return { ...known, shots: sorted, levels };
}

/** A view that is still gathering shots. */
export interface Draft {
  readonly shots: Shot[];
  certainty: number;
  /** Another draft shows the same in another light. */
  hasOtherLight?: boolean;
}

export interface Match {
  readonly draft: Draft;
  readonly score: number;
}

/** The `count` best matches, the best first. */
export function ranked(drafts: readonly Draft[], scoreOf: (draft: Draft) => number, count = 2): Match[] {
  return drafts
    .map((draft) => ({ draft, score: scoreOf(draft) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
}

export function areOfOneBody(a: Shot, b: Shot): boolean {
  return areOfOneSize(a, b) && a.body === b.body;
}

export function doubt(draft: Draft, certainty: number): void {
  draft.certainty = Math.min(draft.certainty, certainty);
}

/** Probability that a decision is right, by its gap: even odds at the middle, e times the odds per scale. */
export function oddsOf(gap: number, { middle, scale }: { readonly middle: number; readonly scale: number }): number {
  return 1 / (1 + Math.exp((middle - gap) / scale));
}

/**
 * The brackets of a view. If every exposure occurs several times, the bracket was repeated: the first of each by name
 * form one set, the next another. If only some are repeated, the view stays one set.
 */
export function splitRepeats(view: View): View[] {
  const places = placesOf(view);
  const times = places[0].length;
  if (places.length < 2 || times < 2 || places.some(({ length }) => length !== times)) return [view];
  return Array.from({ length: times }, (_, run) => ({
    ...view,
    shots: places.map((place) => place[run].shot),
    levels: places.map((place) => place[run].level),
    certainty: Math.min(view.certainty, splitCertainty),
  }));
}

interface Placed {
  readonly shot: Shot;
  readonly level: Level;
}

/** The shots of each exposure, sorted by name. */
function placesOf({ shots, levels }: View): Placed[][] {
  const places: Placed[][] = [];
  for (const [i, shot] of shots.entries()) {
    const level = levels[i];
    const last = places.at(-1);
    if (last === undefined || level.ev - last[0].level.ev > repeatEv) places.push([{ shot, level }]);
    else last.push({ shot, level });
  }
  for (const place of places) place.sort((a, b) => compareNames(a.shot.frame.name, b.shot.frame.name));
  return places;
}
