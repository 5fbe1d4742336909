import { bracketOf, type Levels } from "../shots/index.ts";
import type { Segment, ShapeScore } from "./cut.ts";
import { bracketBlanks, bracketLevels, type Evidence } from "./evidence.ts";
import { type Habits, habitFit } from "./habit.ts";
import { type SetFacts, shapeScore } from "./set-shape.ts";

/** What sets are scored by beside their links. */
export interface ScoredBy {
  readonly evidence: Evidence;
  /** The evidence's, or as pictures show them. */
  readonly levels: Levels;
  readonly habits: Habits | undefined;
  /** The largest set that is looked for. */
  readonly maxSize: number;
}

/**
 * The score of each run of shots as a set, beyond its links. None depends on the pictures, and each is reckoned once.
 */
export function setScores(by: ScoredBy): ShapeScore {
  const reckoned = new Map<number, number>();
  return (first, last) => {
    const key = first * by.maxSize + (last - first);
    const score = reckoned.get(key) ?? scoreOf(by, { first, last });
    reckoned.set(key, score);
    return score;
  };
}

function scoreOf(by: ScoredBy, segment: Segment): number {
  const { evidence, levels, habits } = by;
  const shape = shapeScore(factsOf(by, segment));
  if (habits === undefined || segment.last === segment.first) return shape;
  return shape + habitFit(habits, bracketLevels(evidence.shots, levels, segment), bracketBlanks(evidence, segment));
}

/** What the shape is judged by; flash frames that come with a bracket are none of it. */
function factsOf({ evidence, levels }: ScoredBy, { first, last }: Segment): SetFacts {
  const shots = evidence.shots.slice(first, last + 1);
  const bracket = new Set(bracketOf(shots, shots));
  const links = evidence.headerLinks
    .slice(first, last)
    .filter((_, i) => bracket.has(shots[i]) && bracket.has(shots[i + 1]));
  return {
    levels: bracketLevels(evidence.shots, levels, { first, last }),
    gapsS: links.map((link) => link.gapS),
    series: [...bracket].map((shot) => shot.photo.series),
    isStray: evidence.strays.has(shots[0]),
  };
}
