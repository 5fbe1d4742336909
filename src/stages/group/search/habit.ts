import type { Blank } from "../pictures/index.ts";
import { knownLevels, type Levels } from "../shots/index.ts";
import { signatureOf } from "./exposure-pattern.ts";

/** A pattern that so many sets share is the photographer's habit; the more share it, the likelier is one more. */
const habitSets = 3;
/** Without headers, two cameras may be mixed, each with its own. */
const habitShare = { headers: 0.4, pictures: 0.2 };
const habitScore = { least: 1.5, most: 3.5 };
const largerThanHabit = 0.5;
/** Of all sets, so many must have a habit before another pattern is odd. */
const strictShare = 0.5;
/** What is neither a habit nor the beginning of one, as a bracket that was stopped would be. */
const oddScore = -1.5;

/** How far the exposures of a set may be off the habit's, in EV: as headers round them, and as pictures tell them. */
const headerReach = 0.36;
const pictureReach = 0.7;
/** Sets whose pictures show the same steps, of those in the same order: else steps are not part of the habit. */
const mostlySameSteps = 0.6;

/** The patterns of exposures that the sets of a shoot share, the commonest first. */
export interface Habits {
  readonly patterns: readonly [Pattern, ...Pattern[]];
  /** Log-odds that they add to one more set that has one of them. */
  readonly score: number;
  /** Most sets have one, and pictures tell it, so that singles may look like brackets. */
  readonly isStrict: boolean;
}

interface Pattern {
  readonly signature: string;
  readonly size: number;
  /** Exposures beside the first one, EV; absent where the sets agree in size and order alone. */
  readonly offsets?: readonly number[];
}

/** Finds the habits in the sets of a cut, where there are any. */
export function findHabits(sets: readonly Levels[]): Habits | undefined {
  const bySignature = new Map<string, number[][]>();
  let [count, pictures] = [0, 0];
  for (const levels of sets) {
    const known = levels.length > 1 ? knownLevels(levels) : undefined;
    if (known === undefined) continue;
    const signature = signatureOf(known);
    count++;
    if (known.isPicture) pictures++;
    bySignature.set(signature, [...(bySignature.get(signature) ?? []), known.evs]);
  }
  const isPicture = 2 * pictures > count;
  const least = Math.max(habitSets, (isPicture ? habitShare.pictures : habitShare.headers) * count);
  const common = [...bySignature]
    .filter(([, members]) => members.length >= least)
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  const [first, ...others] = (isPicture ? common : common.slice(0, 1)).map(patternOf);
  if (first === undefined) return undefined;
  const share = common.reduce((sum, [, members]) => sum + members.length, 0) / (count + 1);
  const score = Math.min(habitScore.most, habitScore.least + Math.max(0, Math.log(share / (1 - share))));
  return { patterns: [first, ...others], score, isStrict: isPicture && share >= strictShare };
}

function patternOf([signature, members]: [string, number[][]]): Pattern {
  const offsets = commonOffsets(members);
  return { signature, size: members[0].length, ...(offsets === undefined ? {} : { offsets }) };
}

/**
 * A habit speaks for one more set of its kind, and against larger ones: those are rather such a set and what came
 * beside it. Frames whose level is not known fit anywhere, blank ones beyond all others.
 */
export function habitFit(
  { patterns, score, isStrict }: Habits,
  levels: Levels,
  blanks: readonly (Blank | undefined)[],
): number {
  const size = levels.length;
  if (hasHabit(patterns, levels, blanks)) return score;
  if (patterns.every((pattern) => pattern.size < size)) return -largerThanHabit * score;
  const isOdd = isStrict && size > 1 && patterns.every((pattern) => !fits(pattern, levels, blanks));
  return isOdd ? oddScore : 0;
}

/** Whether a set has one of the patterns. */
export function hasHabit(
  patterns: Habits["patterns"],
  levels: Levels,
  blanks: readonly (Blank | undefined)[],
): boolean {
  return patterns.some((pattern) => pattern.size === levels.length && fits(pattern, levels, blanks));
}

/** Whether the set is the pattern or its beginning. */
function fits({ signature, offsets, size }: Pattern, levels: Levels, blanks: readonly (Blank | undefined)[]): boolean {
  if (levels.length > size) return false;
  if (offsets !== undefined) return fitsOffsets(levels, offsets.slice(0, levels.length), blanks);
  const known = knownLevels(levels);
  return known !== undefined && (levels.length < size || signatureOf(known) === signature);
}

/** The median of each place's exposures beside the first, where most sets have about these. */
function commonOffsets(members: readonly (readonly number[])[]): number[] | undefined {
  const beside = members.map((evs) => evs.map((ev) => ev - evs[0]));
  const offsets = beside[0].map((_, i) => median(beside.map((evs) => evs[i])));
  const alike = beside.filter((evs) => spreadOf(evs.map((ev, i) => ev - offsets[i])) <= pictureReach);
  return alike.length >= mostlySameSteps * members.length ? offsets : undefined;
}

function fitsOffsets(levels: Levels, offsets: readonly number[], blanks: readonly (Blank | undefined)[]): boolean {
  const known = levels.flatMap((level, i) => {
    return level === undefined ? [] : [{ level, offset: offsets[i], off: level.ev - offsets[i] }];
  });
  const isBeyond = (i: number, blank: Blank) =>
    known.every(({ offset }) => (blank === "white" ? offset < offsets[i] : offset > offsets[i]));
  if (blanks.some((blank, i) => blank !== undefined && levels[i] === undefined && !isBeyond(i, blank))) return false;
  const scales = new Set(known.map(({ level }) => level.scale));
  const isRounded = known.some(({ level }) => level.scale !== 0 || level.isSeen);
  const spread = spreadOf(known.map(({ off }) => off));
  return known.length > 1 && scales.size === 1 && spread <= (isRounded ? pictureReach : headerReach);
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
