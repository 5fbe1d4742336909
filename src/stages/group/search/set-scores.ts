import type { SeriesHints } from "../../../image/index.ts";
import { countScore, countsThrough } from "../headers/index.ts";
import { headerSteps, setOdds } from "../params.ts";
import { bracketOf, headerScale, knownLevels, type Level, type Levels } from "../shots/index.ts";
import type { Segment, ShapeScore } from "./cut.ts";
import { bracketBlanks, bracketLevels, type Evidence, patternOf } from "./evidence.ts";
import { areEvenInPictures, bracketOrder, hasEvenSteps, stepsOf } from "./exposure-pattern.ts";
import { type Habits, habitFit } from "./habit.ts";

/** Inputs to the scores of sets, apart from the links. */
export interface ScoredBy {
  readonly evidence: Evidence;
  /** Levels of the evidence, or measured in pictures. */
  readonly levels: Levels;
  readonly habits: Habits | undefined;
  /** Maximum size of a set in the search. */
  readonly maxSize: number;
}

/**
 * Returns the score of each run of shots as a set, apart from its links. It does not depend on the pictures, and each
 * score is computed once.
 */
export function setScores(by: ScoredBy): ShapeScore {
  const known = new Map<number, number>();
  return (first, last) => {
    const key = first * by.maxSize + (last - first);
    const score = known.get(key) ?? scoreOf(by, { first, last });
    known.set(key, score);
    return score;
  };
}

function scoreOf(by: ScoredBy, segment: Segment): number {
  const { evidence, habits } = by;
  const isRepeated = segment.last > segment.first && evidence.repeatedBursts.get(segment.first) === segment.last;
  const repeated = isRepeated ? setOdds.repeatedBurst * (segment.last - segment.first) : 0;
  const facts = factsOf(by, segment);
  const shape = shapeScore(facts) + repeated;
  if (habits === undefined || segment.last === segment.first) return shape;
  return shape + habitFit(habits, facts.levels, bracketBlanks(evidence, segment));
}

/** The facts by which the shape of a set is judged, without flash frames and window frames taken by hand. */
function factsOf({ evidence, levels }: ScoredBy, segment: Segment): SetFacts {
  const { shots, headerLinks, strays } = evidence;
  const members = patternOf(evidence, segment).map((place) => shots[place]);
  const bracket = new Set(bracketOf(members, members));
  const links = headerLinks
    .slice(segment.first, segment.last)
    .filter((_, i) => bracket.has(shots[segment.first + i]) && bracket.has(shots[segment.first + i + 1]));
  return {
    levels: bracketLevels(evidence, levels, segment),
    gapsS: links.map((link) => link.gapS),
    series: [...bracket].map((shot) => shot.photo.series),
    areGathered: evidence.areGathered,
    isStray: strays.has(shots[segment.first]),
  };
}

/** The facts by which the shape of a set is judged, in capture order. */
interface SetFacts {
  readonly levels: Levels;
  /** Pauses between neighbours, one fewer than levels. */
  readonly gapsS: readonly (number | undefined)[];
  /** The camera's own counts. */
  readonly series: readonly SeriesHints[];
  /** Levels of different scales belong to different scenes. */
  readonly areGathered: boolean;
  /** The set is a single that is nearly all white or black. */
  readonly isStray: boolean;
}

/**
 * Log-odds of a whole set apart from its links: a bracket has no exposure twice, equal steps, one of the orders that
 * cameras use, an even cadence, and the camera's own count. A single scores 0, unless it is a stray white or black
 * frame or the camera planned more frames for its set.
 */
function shapeScore({ levels, gapsS, series, areGathered, isStray }: SetFacts): number {
  const size = levels.length;
  const counted = countScore(series);
  if (size === 1) return counted + (isStray ? setOdds.strayAlone : 0);
  const few = size === 2 && series.some(({ bracketing }) => bracketing !== true) ? setOdds.pair : 0;
  // If the ISO speed or the time reached its limit, one exposure is repeated; long exposures change the cadence.
  const oddities = countsThrough(series) ? 0 : cadenceScore(gapsS) + repeatScore(levels);
  return counted + few + oddities + patternScore(levels) + bridgeScore(levels, areGathered);
}

function bridgeScore(levels: Levels, areGathered: boolean): number {
  let score = 0;
  let before: Level | undefined;
  for (const [i, level] of levels.entries()) {
    if (level === undefined) continue;
    const isBridge = areGathered || levels[i - 1] === undefined;
    if (before !== undefined && isBridge && before.scale !== level.scale) score += setOdds.bridged;
    before = level;
  }
  return score;
}

/** A penalty, not a ban: the dial may have slipped, and a camera's slowest or fastest time repeats one exposure. */
function repeatScore(levels: Levels): number {
  let score = 0;
  const sorted = levels.filter((level) => level !== undefined).sort((a, b) => a.scale - b.scale || a.ev - b.ev);
  for (let i = 1; i < sorted.length; i++) {
    const { ev, scale, isClamped } = sorted[i];
    const isSeen = sorted[i].isSeen || sorted[i - 1].isSeen;
    if (scale !== sorted[i - 1].scale || (isClamped && sorted[i - 1].isClamped)) continue;
    const step = ev - sorted[i - 1].ev;
    if (step <= headerSteps.sameEv) score += setOdds.repeated;
    else if (step < (scale === headerScale && isSeen ? setOdds.nearSeenEv : setOdds.nearEv))
      score += setOdds.nearlyRepeated;
  }
  return score;
}

/**
 * The more equal steps there are, the stronger the evidence; a sum over steps keeps a long set from being split into
 * two short ones.
 */
function patternScore(levels: Levels): number {
  const free = levels.filter((level) => level !== undefined && level.isClamped !== true);
  const known = free.length > 2 ? knownLevels(free) : undefined;
  if (known === undefined) return 0;
  const { evs, isPicture } = known;
  const order = bracketOrder(evs);
  if (isPicture) {
    const each = areEvenInPictures(evs) ? setOdds.evenSeenStep : setOdds.orderedSeenStep;
    return order === "irregular" ? 0 : each * (levels.length - 1);
  }
  if (order === "irregular") return setOdds.irregular;
  return hasEvenSteps(
    stepsOf(evs),
    free.some((level) => level?.isSeen),
  )
    ? setOdds.evenStep * (levels.length - 1)
    : setOdds.unevenSteps;
}

/** A pause much longer than the others of the set is more likely one between two sets. */
function cadenceScore(gapsS: readonly (number | undefined)[]): number {
  const gaps = gapsS.filter((gap) => gap !== undefined).sort((a, b) => a - b);
  if (gaps.length < 2) return 0;
  const middle = gaps[(gaps.length - 1) >> 1];
  return setOdds.cadence * Math.log2((gaps.at(-1)! + setOdds.cadenceS) / (middle + setOdds.cadenceS));
}
