import type { StageContext } from "../context.ts";
import { observeTiming, readInContext } from "./camera-habits.ts";
import { type Sequence, sequenceByName, timedSequences } from "./capture-order.ts";
import type { Gallery } from "./gallery.ts";
import { type Link, linkOf } from "./link.ts";
import type { Partition } from "./partition.ts";
import { placeByNumber, placeByPicture } from "./place-untimed.ts";
import { gatherScenes, levelsInOrder } from "./scenes.ts";
import { Search } from "./search.ts";
import { type Level, levelOf } from "./set-shape.ts";
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

/** So few of so many brackets have equal steps only where the exposure is not locked. */
const enoughSets = 4;
const mostlyEven = 0.5;

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
  const headerLevels = shots.map((shot) => levelOf(shot) ?? pictureLevels.get(shot));
  const habits = observeTiming(shots);
  const links = shots.slice(1).map((shot, i) => linkOf(shots[i], shot, habits, options.maxGapS));
  const search = new Search({ shots, levels: headerLevels, links, strays }, options.maxBracketSize);
  const sights = new Map<number, Sight>();
  // First on the headers alone, so that a shoot of equal sets needs no pictures; then again with what the pictures showed.
  for (let round = 0; round < 2; round++) {
    let cut = search.cut(scoresWith(search, sights));
    if (round > 0 && meteredAnew(search, cut)) {
      const seen = await levelsInOrder(shots, gallery);
      search.relearn(shots.map((shot) => seen.get(shot)));
      cut = search.cut(scoresWith(search, sights));
    }
    search.learnHabit(cut);
    await lookWhereItMatters(search, gallery, sights);
  }
  const { habit, levels } = search;
  const partition = search.cut(scoresWith(search, sights));
  if (options.checkFrames) {
    await gallery.load(
      partition.segments.flatMap(({ first, last }) => (last > first ? shots.slice(first, last + 1) : [])),
    );
  }
  return { shots, timed: sequence.timed, levels, links, sights, partition, ...(habit === undefined ? {} : { habit }) };
}

/**
 * Where the exposure is not locked, the camera meters every frame anew, and the steps in the headers are those of the bracket and of
 * the light. The pictures show the bracket's alone.
 */
function meteredAnew(search: Search, cut: Partition): boolean {
  const { sets, even } = search.countEven(cut);
  return sets >= enoughSets && even < mostlyEven * sets;
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
