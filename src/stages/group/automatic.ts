import type { StageContext } from "../context.ts";
import { observeTiming, readInContext } from "./camera-habits.ts";
import { type Sequence, sequenceByName, timedSequences } from "./capture-order.ts";
import { bracketOf } from "./flash.ts";
import type { Gallery } from "./gallery.ts";
import { type Link, linkOf } from "./link.ts";
import { type Partition, partition } from "./partition.ts";
import { placeByNumber, placeByPicture } from "./place-untimed.ts";
import { gatherScenes, levelsInOrder } from "./scenes.ts";
import {
  knownLevels,
  type Level,
  levelOf,
  levelsOfBracket,
  type SetFacts,
  shapeScore,
  signatureOf,
} from "./set-shape.ts";
import type { Shot } from "./shot.ts";
import { mostInFavour, type Sight, sightAcross } from "./sight.ts";

export interface AutomaticOptions {
  readonly maxBracketSize: number;
  readonly maxGapS: number;
  readonly checkFrames: boolean;
}

/** A sequence cut into sets, with all the evidence that was looked at. */
export interface CutSequence {
  readonly shots: readonly Shot[];
  readonly timed: boolean;
  readonly levels: readonly (Level | undefined)[];
  readonly links: readonly Link[];
  readonly sights: ReadonlyMap<number, Sight>;
  readonly partition: Partition;
  /** The signature of the sets that the photographer takes most, where there is such a habit. */
  readonly habit?: string;
}

/** With a margin above this, no picture could split what the headers join. */
const safeMargin = 6;

/** A pattern that so many sets share is the photographer's habit; the more share it, the likelier is one more. */
const habitSets = 3;
const habitShare = 0.4;
const habitScore = { least: 1.5, most: 3.5 };
const largerThanHabit = 0.5;

/** Cuts every sequence of `shots` into sets where the evidence says so. */
export async function cutAutomatically(
  shots: readonly Shot[],
  gallery: Gallery,
  options: AutomaticOptions,
  context: StageContext,
): Promise<CutSequence[]> {
  const sequences = await findSequences(shots, gallery);
  warnOfOrder(sequences, context);
  const cut: CutSequence[] = [];
  for (const sequence of sequences) cut.push(await cutSequence(sequence, gallery, options));
  return cut;
}

/** Shots without a time go between the others where anything tells their place, else into a sequence of their own. */
async function findSequences(shots: readonly Shot[], gallery: Gallery): Promise<readonly Sequence[]> {
  const timed = timedSequences(shots);
  const untimed = shots.filter((shot) => shot.timeMs === undefined);
  if (untimed.length === 0) return timed;
  if (timed.length === 0) return [sequenceByName(untimed)];
  const byNumber = placeByNumber(timed, untimed);
  if (byNumber.left.length === 0) return byNumber.sequences;
  const { sequences, left } = await placeByPicture(byNumber.sequences, byNumber.left, gallery);
  return left.length === 0 ? sequences : [...sequences, sequenceByName(left)];
}

function warnOfOrder(sequences: readonly Sequence[], context: StageContext): void {
  for (const { shots, timed, orderedByName } of sequences) {
    if (shots.length < 2 || orderedByName === 0) continue;
    const message = timed
      ? `${orderedByName} of ${shots.length} photographs share a time stamp with their neighbour and were ordered by file name`
      : `${shots.length} photographs have no capture time and were ordered by file number or name`;
    context.warn("group/order-uncertain", message);
  }
}

async function cutSequence(sequence: Sequence, gallery: Gallery, options: AutomaticOptions): Promise<CutSequence> {
  let shots = readInContext(sequence.shots);
  let pictureLevels: ReadonlyMap<Shot, Level> = new Map();
  let strays: ReadonlySet<Shot> = new Set();
  if (!sequence.timed && shots.length > 1) {
    ({ shots, levels: pictureLevels, strays } = await gatherScenes(shots, gallery));
  }
  if (sequence.timed && shots.length > 1 && shots.every((shot) => shot.exposureEv === undefined)) {
    pictureLevels = await levelsInOrder(shots, gallery);
  }
  const levels = shots.map((shot) => levelOf(shot) ?? pictureLevels.get(shot));
  const habits = observeTiming(shots);
  const links = shots.slice(1).map((shot, i) => linkOf(shots[i], shot, habits, options.maxGapS));
  const search = new Search({ shots, levels, links, strays }, options.maxBracketSize);
  const sights = new Map<number, Sight>();
  // First on the headers alone, so that a shoot of equal sets needs no pictures; then again with what the pictures showed.
  for (let round = 0; round < 2; round++) {
    search.learnHabit(search.cut(scoresWith(search, sights)));
    await lookWhereItMatters(search, gallery, sights);
  }
  const { habit } = search;
  const partition = search.cut(scoresWith(search, sights));
  if (options.checkFrames) {
    await gallery.load(
      partition.segments.flatMap(({ first, last }) => (last > first ? shots.slice(first, last + 1) : [])),
    );
  }
  return { shots, timed: sequence.timed, levels, links, sights, partition, ...(habit === undefined ? {} : { habit }) };
}

/**
 * Looks at the pictures on both sides of every link that they could turn: those that hold only if the pictures agree, and those
 * that would hold if every picture agreed. Repeats until nothing is left to look at; adds what was seen to `sights`.
 */
async function lookWhereItMatters(search: Search, gallery: Gallery, sights: Map<number, Sight>): Promise<void> {
  for (;;) {
    const plain = search.cut(scoresWith(search, sights));
    const hopeful = search.cut(scoresWith(search, sights, true));
    const open: number[] = [];
    for (let link = 0; link < search.links.length; link++) {
      if (sights.has(link) || search.links[link].score === Number.NEGATIVE_INFINITY) continue;
      const [now, atBest] = [plain.margins[link], hopeful.margins[link]];
      if (now < safeMargin && atBest > 0) open.push(link);
    }
    if (open.length === 0) return;
    await gallery.load(open.flatMap((link) => [search.shots[link], search.shots[link + 1]]));
    for (const link of open) sights.set(link, sightAcross(gallery, search.shots, link, search.links[link].gapS));
  }
}

/** Link scores with what was seen; with hope, links not looked at get the most that pictures could add. */
function scoresWith({ links, shots }: Search, sights: ReadonlyMap<number, Sight>, isHopeful = false): number[] {
  return links.map(({ score, gapS }, i) => {
    const unseen = isHopeful ? mostInFavour(shots[i], shots[i + 1], gapS) : 0;
    return score + (sights.get(i)?.score ?? unseen);
  });
}

interface Evidence {
  readonly shots: readonly Shot[];
  readonly levels: readonly (Level | undefined)[];
  readonly links: readonly Link[];
  readonly strays: ReadonlySet<Shot>;
}

/** The dynamic programme over one sequence; shapes do not depend on the pictures and are scored once. */
class Search {
  readonly shots: readonly Shot[];
  readonly links: readonly Link[];
  readonly #levels: readonly (Level | undefined)[];
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
    if (this.#signature(first, last) === this.#habit) return this.#habitScore;
    return last - first + 1 > this.#habitSize ? -largerThanHabit * this.#habitScore : 0;
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
