import { setOdds } from "../params.ts";
import { bracketOf, type Levels } from "../shots/index.ts";
import type { Segment, ShapeScore } from "./cut.ts";
import { bracketBlanks, bracketLevels, type Evidence, patternOf } from "./evidence.ts";
import { type Habits, habitFit } from "./habit.ts";
import { type SetFacts, shapeScore } from "./set-shape.ts";

/** What sets are scored by, besides their links. */
export interface ScoredBy {
  readonly evidence: Evidence;
  /** The evidence's, or as pictures show them. */
  readonly levels: Levels;
  readonly habits: Habits | undefined;
  /** The largest set that is looked for. */
  readonly maxSize: number;
}

/**
 * The score of each run of shots as a set, beyond its links. None depends on the pictures, and each is computed once.
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
  const { evidence, levels, habits } = by;
  const isRepeated = segment.last > segment.first && evidence.repeatedBursts.get(segment.first) === segment.last;
  const repeated = isRepeated ? setOdds.repeatedBurst * (segment.last - segment.first) : 0;
  const shape = shapeScore(factsOf(by, segment)) + repeated;
  if (habits === undefined || segment.last === segment.first) return shape;
  return shape + habitFit(habits, bracketLevels(evidence, levels, segment), bracketBlanks(evidence, segment));
}

/** What the shape is judged by; frames by flash or by hand that come with a bracket are none of it. */
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
