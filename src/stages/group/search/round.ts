import { maxInFavour, type PictureLink, pictureOdds } from "../pictures/index.ts";
import type { Levels } from "../shots/index.ts";
import { type Cut, findCut, type Segment, type ShapeScore } from "./cut.ts";
import { bracketBlanks, bracketLevels, type Evidence } from "./evidence.ts";
import { findHabits, hasHabit } from "./habit.ts";
import { type ScoredBy, setScores } from "./set-scores.ts";

/**
 * One round of the search over a sequence: all that is known, and the best cut for it. The next round is a new object.
 */
export interface Round extends ScoredBy {
  /** Scores of the links whose pictures were compared. */
  readonly pictureLinks: ReadonlyMap<number, PictureLink>;
  /** The likeness at which a picture is not evidence; more counts in favour of one set, less against. */
  readonly middle: number;
  readonly scores: ShapeScore;
  readonly cut: Cut;
}

/** The round by headers only. */
export function firstRound(evidence: Evidence, maxSize: number): Round {
  const by = { evidence, levels: evidence.levels, habits: undefined, maxSize };
  return cutAgain({ ...by, pictureLinks: new Map(), middle: pictureOdds.middle, scores: setScores(by) });
}

/** The round with other levels, and without the habits of the old ones. */
export function withLevels(round: Round, levels: Levels): Round {
  return scoredAgain({ ...round, levels, habits: undefined });
}

/** The round with the habits of its cut: a pattern that many sets share makes one more set of it likelier. */
export function withHabits(round: Round): Round {
  const { evidence, levels, cut } = round;
  const habits = findHabits(cut.segments.map((segment) => bracketLevels(evidence, levels, segment)));
  return scoredAgain({ ...round, habits });
}

/** The round with more links scored by pictures, with its current middle. */
export function withPictureLinks(round: Round, seen: Iterable<readonly [number, PictureLink]>): Round {
  return cutAgain({ ...round, pictureLinks: new Map([...round.pictureLinks, ...seen]) });
}

/** The cut if every picture not yet compared supported its link as much as possible. */
export function hopefulCut(round: Round): Cut {
  const { shots, headerLinks } = round.evidence;
  return cutBy(round, (link) => maxInFavour(shots[link], shots[link + 1], headerLinks[link].gapS));
}

/** The same evidence cut with another maximum size of sets. */
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

/** `unseen`: score assumed for the pictures of a link that were not compared. */
function cutBy(round: Omit<Round, "cut">, unseen: (link: number) => number): Cut {
  const { evidence, pictureLinks, scores, maxSize } = round;
  const links = evidence.headerLinks.map(({ score }, i) => score + (pictureLinks.get(i)?.score ?? unseen(i)));
  return findCut(evidence.shots.length, links, scores, maxSize);
}
