import { medianOf } from "../../../ops/index.ts";
import { evenness, habit } from "../params.ts";
import type { Blank } from "../pictures/index.ts";
import { knownLevels, type Levels } from "../shots/index.ts";
import { signatureOf } from "./exposure-pattern.ts";

/** The patterns of exposures that sets of a shoot share, the most common first. */
export interface Habits {
  readonly patterns: readonly [Pattern, ...Pattern[]];
  /** Log-odds added to one more set that has one of them. */
  readonly score: number;
  /** Most sets have one, by their pictures, so singles may look like brackets. */
  readonly isStrict: boolean;
}

interface Pattern {
  readonly signature: string;
  readonly size: number;
  /** Exposures relative to the first one, EV; absent if the sets agree only in size and order. */
  readonly offsets?: readonly number[];
}

/** Finds the habits in the sets of a cut; `undefined` if there are none. */
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
  const least = Math.max(habit.sets, (isPicture ? habit.share.pictures : habit.share.headers) * count);
  const common = [...bySignature]
    .filter(([, members]) => members.length >= least)
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  const [first, ...others] = (isPicture ? common : common.slice(0, 1)).map(patternOf);
  if (first === undefined) return undefined;
  const share = common.reduce((sum, [, members]) => sum + members.length, 0) / (count + 1);
  const score = Math.min(habit.odds.most, habit.odds.least + Math.max(0, Math.log(share / (1 - share))));
  return { patterns: [first, ...others], score, isStrict: isPicture && share >= habit.strictShare };
}

function patternOf([signature, members]: [string, number[][]]): Pattern {
  const offsets = commonOffsets(members);
  return { signature, size: members[0].length, ...(offsets === undefined ? {} : { offsets }) };
}

/**
 * A habit counts in favour of one more set of its kind, and against larger ones: those are more likely such a set with
 * its neighbours. Frames of unknown level fit anywhere, blank ones beyond all others.
 */
export function habitFit(
  { patterns, score, isStrict }: Habits,
  levels: Levels,
  blanks: readonly (Blank | undefined)[],
): number {
  const size = levels.length;
  if (hasHabit(patterns, levels, blanks)) return score;
  if (patterns.every((pattern) => pattern.size < size)) return -habit.larger * score;
  const isOdd = isStrict && size > 1 && patterns.every((pattern) => !fits(pattern, levels, blanks));
  return isOdd ? habit.odd : 0;
}

/** Whether a set has one of the patterns. */
export function hasHabit(
  patterns: Habits["patterns"],
  levels: Levels,
  blanks: readonly (Blank | undefined)[],
): boolean {
  return patterns.some((pattern) => pattern.size === levels.length && fits(pattern, levels, blanks));
}

/** Whether the set equals the pattern or its beginning. */
function fits({ signature, offsets, size }: Pattern, levels: Levels, blanks: readonly (Blank | undefined)[]): boolean {
  if (levels.length > size) return false;
  if (offsets !== undefined) return fitsOffsets(levels, offsets.slice(0, levels.length), blanks);
  const known = knownLevels(levels);
  return known !== undefined && (levels.length < size || signatureOf(known) === signature);
}

/** The median exposure at each position relative to the first, if most sets are close to it. */
function commonOffsets(members: readonly (readonly number[])[]): number[] | undefined {
  const offsetsOfSets = members.map((evs) => evs.map((ev) => ev - evs[0]));
  const offsets = offsetsOfSets[0].map((_, i) => medianOf(offsetsOfSets.map((evs) => evs[i])));
  const alike = offsetsOfSets.filter((evs) => spreadOf(evs.map((ev, i) => ev - offsets[i])) <= evenness.pictureEv);
  return alike.length >= habit.sameSteps * members.length ? offsets : undefined;
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
  return known.length > 1 && scales.size === 1 && spread <= (isRounded ? evenness.pictureEv : evenness.headerEv);
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
