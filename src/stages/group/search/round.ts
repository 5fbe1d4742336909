import { mostInFavour, type PictureLink, pictureOdds } from "../pictures/index.ts";
import type { Levels } from "../shots/index.ts";
import { type Cut, findCut, type Segment, type ShapeScore } from "./cut.ts";
import { bracketBlanks, bracketLevels, type Evidence } from "./evidence.ts";
import { findHabits, hasHabit } from "./habit.ts";
import { type ScoredBy, setScores } from "./set-scores.ts";

/**
 * One round of the search over a sequence: all that is known, and the best cut by it. The next round is another object.
 */
export interface Round extends ScoredBy {
  /** What pictures say of the links where they were looked at. */
  readonly pictureLinks: ReadonlyMap<number, PictureLink>;
  /** The likeness that says nothing of a link; more speaks for one set, less against. */
  readonly middle: number;
  readonly scores: ShapeScore;
  readonly cut: Cut;
}

/** By the headers alone. */
export function firstRound(evidence: Evidence, maxSize: number): Round {
  const by = { evidence, levels: evidence.levels, habits: undefined, maxSize };
  return cutAgain({ ...by, pictureLinks: new Map(), middle: pictureOdds.middle, scores: setScores(by) });
}

/** With other levels, and without the habits that the old ones showed. */
export function withLevels(round: Round, levels: Levels): Round {
  return scoredAgain({ ...round, levels, habits: undefined });
}

/**
 * With the habits that the sets of the round's cut show: a pattern that many sets share makes one more set of it
 * likelier.
 */
export function withHabits(round: Round): Round {
  const { evidence, levels, cut } = round;
  const habits = findHabits(cut.segments.map((segment) => bracketLevels(evidence, levels, segment)));
  return scoredAgain({ ...round, habits });
}

/** With what more pictures say of links, by this middle. */
export function withPictureLinks(round: Round, seen: Iterable<readonly [number, PictureLink]>): Round {
  return cutAgain({ ...round, pictureLinks: new Map([...round.pictureLinks, ...seen]) });
}

/** The cut if every picture that was not looked at showed the most that it could. */
export function hopefulCut(round: Round): Cut {
  const { shots, headerLinks } = round.evidence;
  return cutBy(round, (link) => mostInFavour(shots[link], shots[link + 1], headerLinks[link].gapS));
}

/** The same evidence cut with another bound of the sets' size. */
export function withMaxSize(round: Round, maxSize: number): Round {
  return scoredAgain({ ...round, maxSize });
}

/** Whether a set of several has one of the shoot's usual patterns. */
export function isUsual({ evidence, levels, habits }: Round, segment: Segment): boolean {
  if (habits === undefined || segment.last === segment.first) return false;
  return hasHabit(habits.patterns, bracketLevels(evidence, levels, segment), bracketBlanks(evidence, segment));
}

function scoredAgain(round: Omit<Round, "scores" | "cut">): Round {
  return cutAgain({ ...round, scores: setScores(round) });
}

function cutAgain(round: Omit<Round, "cut">): Round {
  return { ...round, cut: cutBy(round, () => 0) };
}

/** `unseen`: what the pictures on both sides of a link count if they were not read. */
function cutBy(round: Omit<Round, "cut">, unseen: (link: number) => number): Cut {
  const { evidence, pictureLinks, scores, maxSize } = round;
  const links = evidence.headerLinks.map(({ score }, i) => score + (pictureLinks.get(i)?.score ?? unseen(i)));
  return findCut(evidence.shots.length, links, scores, maxSize);
}
