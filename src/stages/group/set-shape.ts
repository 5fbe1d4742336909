import type { SeriesHints } from "../../image/index.ts";
import { sameExposureEv } from "./link.ts";
import { countScore, countsThrough } from "./maker-count.ts";
import type { Shot } from "./shot.ts";

/** The brightness of a shot, from its headers or as its picture shows it beside others of its scene. */
export interface Level {
  readonly ev: number;
  /** Levels compare only on one scale: 0 for the headers' exposure, another number for each scene. */
  readonly scale: number;
  /** Taken at the camera's slowest or fastest time, where a bracket's step is cut short. */
  readonly isClamped?: boolean;
  /** The headers are lost, and the picture tells it beside one whose headers are there: true to about a third of a stop. */
  readonly isSeen?: boolean;
}

const headerScale = 0;

/** Cameras end at 30 s and at 1/4000 s or faster. */
const slowestS = 29;
const fastestS = 1 / 3900;

/** The level that the headers give, where they do. */
export function levelOf({ exposureEv, durationS }: Shot): Level | undefined {
  if (exposureEv === undefined) return undefined;
  return { ev: exposureEv, scale: headerScale, isClamped: durationS >= slowestS || durationS <= fastestS };
}

/**
 * The levels by which a set is judged: the bracket's own values where the camera wrote one for each member, since the light may have
 * changed or the time have come to its end; else those given.
 */
export function levelsOfBracket(
  members: readonly Shot[],
  levels: readonly (Level | undefined)[],
): readonly (Level | undefined)[] {
  const values = members.map((shot) => shot.photo.series.bracketValueEv);
  if (!values.every((value) => value !== undefined) || values.every((value) => value === values[0])) return levels;
  return values.map((ev) => ({ ev, scale: headerScale }));
}

/** What the shape of a set is judged by, in capture order. */
export interface SetFacts {
  readonly levels: readonly (Level | undefined)[];
  /** Pauses between neighbours, one fewer than levels. */
  readonly gapsS: readonly (number | undefined)[];
  /** What the camera counted. */
  readonly series: readonly SeriesHints[];
  /** The only member is nearly all white or black. */
  readonly isStray: boolean;
}

/** About one in two hundred single photographs is nearly all white or black, and one in ten frames of brackets. */
const strayAlone = -3;

/** In which order a bracket was taken. */
export type BracketOrder = "ascending" | "descending" | "middle first" | "irregular";

/**
 * Log-odds of a whole set beyond its links: a bracket has no exposure twice, equal steps, one of the orders that cameras
 * know, an even cadence, and what the camera counted. A set of one scores 0, unless it is a stray white or black frame or
 * the camera meant it to have mates.
 */
export function shapeScore({ levels, gapsS, series, isStray }: SetFacts): number {
  const size = levels.length;
  const counted = countScore(series);
  if (size === 1) return counted + (isStray ? strayAlone : 0);
  const few = size === 2 && series.some(({ bracketing }) => bracketing !== true) ? -1 : 0;
  // The ISO speed or the time may have come to its end, which gives one exposure twice, and long exposures their own cadence.
  const oddities = countsThrough(series) ? 0 : cadenceScore(gapsS) + repeatScore(levels);
  return counted + few + oddities + patternScore(levels) + bridgeScore(levels);
}

/** A frame that shows nothing is like what is on both sides of it, which are not like one another. */
const bridged = -5;

function bridgeScore(levels: readonly (Level | undefined)[]): number {
  let score = 0;
  let before: Level | undefined;
  for (const [i, level] of levels.entries()) {
    if (level === undefined) continue;
    if (before !== undefined && levels[i - 1] === undefined && before.scale !== level.scale) score += bridged;
    before = level;
  }
  return score;
}

/** The levels as numbers where all are on one scale. */
export function knownLevels(levels: readonly (Level | undefined)[]): { evs: number[]; isPicture: boolean } | undefined {
  const scale = levels[0]?.scale;
  if (scale === undefined || levels.some((level) => level?.scale !== scale)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: scale !== headerScale };
}

/** No bar: a hand may have slipped, and a camera's slowest or fastest time gives one exposure twice. */
function repeatScore(levels: readonly (Level | undefined)[]): number {
  let score = 0;
  const sorted = levels.filter((level) => level !== undefined).sort((a, b) => a.scale - b.scale || a.ev - b.ev);
  for (let i = 1; i < sorted.length; i++) {
    const { ev, scale, isClamped } = sorted[i];
    const isSeen = sorted[i].isSeen || sorted[i - 1].isSeen;
    if (scale !== sorted[i - 1].scale || (isClamped && sorted[i - 1].isClamped)) continue;
    const step = ev - sorted[i - 1].ev;
    if (step <= sameExposureEv) score -= 4;
    else if (step < (scale === headerScale && isSeen ? 0.3 : 0.45)) score -= 2;
  }
  return score;
}

/** Equal steps speak the louder the more of them there are; a sum per step keeps a long set from falling into two short ones. */
function patternScore(levels: readonly (Level | undefined)[]): number {
  const free = levels.filter((level) => level !== undefined && level.isClamped !== true);
  const known = free.length > 2 ? knownLevels(free) : undefined;
  if (known === undefined) return 0;
  const { evs, isPicture } = known;
  const order = bracketOrder(evs);
  if (isPicture) return order === "irregular" ? 0 : (areEvenInPictures(evs) ? 0.5 : 0.1) * (levels.length - 1);
  if (order === "irregular") return -1.2;
  return hasEvenSteps(
    stepsOf(evs),
    free.some((level) => level?.isSeen),
  )
    ? 1.1 * (levels.length - 1)
    : 0.2;
}

/** From each exposure to the next brighter one. */
export function stepsOf(evs: readonly number[]): number[] {
  const sorted = [...evs].sort((a, b) => a - b);
  return sorted.slice(1).map((ev, i) => ev - sorted[i]);
}

/** Thirds of a stop round to steps that differ by up to a third; those that a picture tells, by more. */
export function hasEvenSteps(steps: readonly number[], isSeen = false): boolean {
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return least > 0.25 && most - least <= Math.max(isSeen ? seenTolerance : 0.36, 0.2 * least);
}

/** The ends of a tone curve bend steps by up to a third. */
function areEvenInPictures(evs: readonly number[]): boolean {
  const steps = stepsOf(evs);
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return least > 0.3 && most - least <= Math.max(0.3, 0.33 * most);
}

/** A step that a picture tells is this much off at most, as a rule. */
const seenTolerance = 0.7;

/** Ascending, descending, or the middle first and then the others (0/−/+, 0/+/−, and the wider ones of 5, 7, 9). */
export function bracketOrder(evs: readonly number[]): BracketOrder {
  const rises = isRising(evs);
  if (rises) return "ascending";
  if (isRising(evs.map((ev) => -ev))) return "descending";
  const [first, ...others] = evs;
  const middle = others.some((ev) => ev < first) && others.some((ev) => ev > first);
  const darker = others.filter((ev) => ev < first);
  const brighter = others.filter((ev) => ev > first);
  const orderly = isMonotone(darker) && isMonotone(brighter);
  return middle && orderly ? "middle first" : "irregular";
}

function isMonotone(values: readonly number[]): boolean {
  return isRising(values) || isRising(values.map((value) => -value));
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || value > values[i - 1]);
}

/** A pause much longer than the set's others is rather the pause between two sets. */
function cadenceScore(gapsS: readonly (number | undefined)[]): number {
  const gaps = gapsS.filter((gap) => gap !== undefined).sort((a, b) => a - b);
  if (gaps.length < 2) return 0;
  const middle = gaps[(gaps.length - 1) >> 1];
  return -1.6 * Math.log2((gaps.at(-1)! + 1.5) / (middle + 1.5));
}

/** The same for two sets of the same size, steps and order, e.g. `0,-6,6` in thirds of a stop; of pictures, of size and order. */
export function signatureOf({ evs, isPicture }: { evs: readonly number[]; isPicture: boolean }): string {
  if (isPicture) return `${evs.length} ${bracketOrder(evs)}`;
  const steps = stepsOf(evs);
  if (evs.length < 3 || !hasEvenSteps(steps)) return evs.map((ev) => Math.round((ev - evs[0]) * 3)).join(",");
  // Rounded times add up over a long bracket: the mean step is the one that was set.
  const thirds = Math.round((3 * steps.reduce((sum, step) => sum + step, 0)) / steps.length);
  const ranks = evs.map((ev) => evs.filter((other) => other < ev).length);
  return ranks.map((rank) => (rank - ranks[0]) * thirds).join(",");
}
