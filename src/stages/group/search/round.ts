import type { Link } from "../headers/index.ts";
import type { Blank } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import { bracketOf, knownLevels, type Level, levelsOfBracket } from "../shots/index.ts";
import { type Partition, partition } from "./cut.ts";
import { hasEvenSteps, stepsOf } from "./exposure-pattern.ts";
import { findHabits, type Habits, habitFit, hasHabit } from "./habit.ts";
import { type SetFacts, shapeScore } from "./set-shape.ts";

/** What is known of one sequence before any set is. */
export interface Evidence {
  readonly shots: readonly Shot[];
  readonly levels: readonly (Level | undefined)[];
  readonly links: readonly Link[];
  readonly strays: ReadonlyMap<Shot, Blank>;
}

/** The dynamic programme over one sequence; shapes do not depend on the pictures and are scored once. */
export class Search {
  readonly shots: readonly Shot[];
  readonly links: readonly Link[];
  #levels: readonly (Level | undefined)[];
  readonly #strays: ReadonlyMap<Shot, Blank>;
  readonly #maxSize: number;
  readonly #shapes = new Map<number, number>();
  #habits: Habits | undefined;

  constructor({ shots, levels, links, strays }: Evidence, maxSize: number) {
    this.shots = shots;
    this.links = links;
    this.#levels = levels;
    this.#strays = strays;
    this.#maxSize = maxSize;
  }

  get levels(): readonly (Level | undefined)[] {
    return this.#levels;
  }

  /** Takes other levels, and forgets the habit that the old ones showed. */
  relearn(levels: readonly (Level | undefined)[]): void {
    this.#levels = levels;
    this.#habits = undefined;
    this.#shapes.clear();
  }

  /** Of the sets of three and more whose exposures alone tell the bracket: how many there are, and how many have equal steps. */
  countEven({ segments }: Partition): { sets: number; even: number } {
    let [sets, even] = [0, 0];
    for (const { first, last } of segments) {
      const members = this.shots.slice(first, last + 1);
      const levels = this.#bracketLevels(first, last);
      const known = levels.length > 2 ? knownLevels(levels) : undefined;
      if (known === undefined || levels.some((level) => level?.isClamped)) continue;
      if (
        members.some(({ photo: { series } }) => series.shotNumber !== undefined || series.bracketValueEv !== undefined)
      )
        continue;
      sets++;
      if (hasEvenSteps(stepsOf(known.evs))) even++;
    }
    return { sets, even };
  }

  /** The signature of the sets that the photographer takes most. */
  get habit(): string | undefined {
    return this.#habits?.patterns[0].signature;
  }

  /** Whether the set has one of the shoot's usual patterns. */
  hasHabit(first: number, last: number): boolean {
    if (this.#habits === undefined || last === first) return false;
    return hasHabit(this.#habits.patterns, this.#bracketLevels(first, last), this.#bracketBlanks(first, last));
  }

  cut(scores: readonly number[]): Partition {
    return partition(this.shots.length, scores, (first, last) => this.#shape(first, last), this.#maxSize);
  }

  /** A pattern of exposures that many sets of the shoot share makes one more set of it likelier. */
  learnHabits({ segments }: Partition): void {
    this.#habits = findHabits(segments.map(({ first, last }) => this.#bracketLevels(first, last)));
    this.#shapes.clear();
  }

  #bracketLevels(first: number, last: number): readonly (Level | undefined)[] {
    const shots = this.shots.slice(first, last + 1);
    return levelsOfBracket(shots, this.#levels.slice(first, last + 1));
  }

  #bracketBlanks(first: number, last: number): readonly (Blank | undefined)[] {
    const shots = this.shots.slice(first, last + 1);
    return bracketOf(shots, shots).map((shot) => this.#strays.get(shot));
  }

  /** What the shape is judged by; flash frames that come with a bracket are none of it. */
  #factsOf(first: number, last: number): SetFacts {
    const shots = this.shots.slice(first, last + 1);
    const bracket = new Set(bracketOf(shots, shots));
    const links = this.links.slice(first, last).filter((_, i) => bracket.has(shots[i]) && bracket.has(shots[i + 1]));
    return {
      levels: this.#bracketLevels(first, last),
      gapsS: links.map((link) => link.gapS),
      series: [...bracket].map((shot) => shot.photo.series),
      isStray: this.#strays.has(this.shots[first]),
    };
  }

  #shape(first: number, last: number): number {
    const key = first * this.#maxSize + (last - first);
    let score = this.#shapes.get(key);
    if (score === undefined) {
      score = shapeScore(this.#factsOf(first, last));
      if (this.#habits !== undefined && last > first) {
        score += habitFit(this.#habits, this.#bracketLevels(first, last), this.#bracketBlanks(first, last));
      }
      this.#shapes.set(key, score);
    }
    return score;
  }
}
