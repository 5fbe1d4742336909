import { bracketOf } from "./flash.ts";
import type { Link } from "./link.ts";
import { type Partition, partition } from "./partition.ts";
import {
  fitsSignature,
  hasEvenSteps,
  knownLevels,
  type Level,
  levelsOfBracket,
  type SetFacts,
  shapeScore,
  signatureOf,
  stepsOf,
} from "./set-shape.ts";
import type { Shot } from "./shot.ts";

/** A pattern that so many sets share is the photographer's habit; the more share it, the likelier is one more. */
const habitSets = 3;
const habitShare = 0.4;
const habitScore = { least: 1.5, most: 3.5 };
const largerThanHabit = 0.5;

/** What is known of one sequence before any set is. */
export interface Evidence {
  readonly shots: readonly Shot[];
  readonly levels: readonly (Level | undefined)[];
  readonly links: readonly Link[];
  readonly strays: ReadonlySet<Shot>;
}

/** The dynamic programme over one sequence; shapes do not depend on the pictures and are scored once. */
export class Search {
  readonly shots: readonly Shot[];
  readonly links: readonly Link[];
  #levels: readonly (Level | undefined)[];
  readonly #strays: ReadonlySet<Shot>;
  readonly #maxSize: number;
  readonly #shapes = new Map<number, number>();
  #habit: string | undefined;
  #habitScore = 0;
  #habitSize = 0;

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
    this.#habit = undefined;
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

  get habit(): string | undefined {
    return this.#habit;
  }

  cut(scores: readonly number[]): Partition {
    return partition(this.shots.length, scores, (first, last) => this.#shape(first, last), this.#maxSize);
  }

  /** A pattern of exposures that most sets of the shoot share makes one more set of it likelier. */
  learnHabit({ segments }: Partition): void {
    const counts = new Map<string, number>();
    const largest = new Map<string, number>();
    let sets = 0;
    for (const { first, last } of segments) {
      const signature = this.#signature(first, last);
      if (signature === undefined) continue;
      sets++;
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
      largest.set(signature, Math.max(last - first + 1, largest.get(signature) ?? 0));
    }
    const [top] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (top === undefined || top[1] < habitSets || top[1] < habitShare * sets) return;
    this.#habit = top[0];
    this.#habitSize = largest.get(top[0])!;
    const share = top[1] / (sets + 1);
    this.#habitScore = Math.min(habitScore.most, habitScore.least + Math.max(0, Math.log(share / (1 - share))));
    this.#shapes.clear();
  }

  /** A habit speaks for one more set of its kind, and against larger ones: those are rather such a set and what came beside it. */
  #habitFit(first: number, last: number): number {
    if (this.#signature(first, last) === this.#habit || this.#couldBeHabit(first, last)) return this.#habitScore;
    return last - first + 1 > this.#habitSize ? -largerThanHabit * this.#habitScore : 0;
  }

  /** Where headers are lost, what is left of them is compared. */
  #couldBeHabit(first: number, last: number): boolean {
    const levels = this.#bracketLevels(first, last);
    const isLost = levels.some((level) => level === undefined || level.isSeen);
    return isLost && this.#habit !== undefined && fitsSignature(levels, this.#habit);
  }

  #signature(first: number, last: number): string | undefined {
    const levels = this.#bracketLevels(first, last);
    const known = levels.length > 1 ? knownLevels(levels) : undefined;
    return known === undefined ? undefined : signatureOf(known);
  }

  #bracketLevels(first: number, last: number): readonly (Level | undefined)[] {
    const shots = this.shots.slice(first, last + 1);
    return levelsOfBracket(bracketOf(shots, shots), bracketOf(this.#levels.slice(first, last + 1), shots));
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
      if (this.#habit !== undefined) score += this.#habitFit(first, last);
      this.#shapes.set(key, score);
    }
    return score;
  }
}
