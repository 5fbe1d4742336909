import type { StageContext } from "../context.ts";
import type { Blank } from "./appearance.ts";
import { observeTiming, readInContext } from "./camera-habits.ts";
import { type Sequence, sequenceByName, timedSequences } from "./capture-order.ts";
import { asFlashed } from "./flash.ts";
import { findFlashed } from "./flash-by-picture.ts";
import type { Gallery } from "./gallery.ts";
import { type Link, linksOf } from "./link.ts";
import { Looks } from "./looks.ts";
import type { Partition } from "./partition.ts";
import { placeByNumber, placeByPicture } from "./place-untimed.ts";
import { gatherScenes, levelsBetween, levelsInOrder } from "./scenes.ts";
import { type Evidence, Search } from "./search.ts";
import { type Level, levelOf } from "./set-shape.ts";
import type { Shot } from "./shot.ts";
import type { Sight } from "./sight.ts";

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
  if (timed.length === 0) return bySize(untimed).map(sequenceByName);
  const byNumber = placeByNumber(timed, untimed);
  if (byNumber.left.length === 0) return byNumber.sequences;
  const { sequences, left } = await placeByPicture(byNumber.sequences, byNumber.left, gallery);
  return [...sequences, ...bySize(left).map(sequenceByName)];
}

/** No set has frames of two sizes, upright or not; read apart, two cameras show their habits. */
function bySize(shots: readonly Shot[]): Shot[][] {
  const parts = new Map<string, Shot[]>();
  for (const shot of shots) {
    const key =
      shot.size
        ?.split(" x ")
        .map(Number)
        .sort((a, b) => a - b)
        .join(" x ") ?? "";
    parts.set(key, [...(parts.get(key) ?? []), shot]);
  }
  return [...parts.values()];
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
  let evidence = await gatherEvidence(sequence, gallery, options);
  let { search, looks } = await searchTwice(evidence, gallery, options);
  if (!sequence.timed) {
    const isBracket = (first: number, last: number) => search.hasHabit(first, last);
    const flashed = findFlashed(evidence.shots, search.levels, looks.cut(), isBracket, gallery);
    if (flashed.size > 0) {
      const shots = evidence.shots.map((shot) => (flashed.has(shot) ? asFlashed(shot) : shot));
      evidence = { ...evidence, shots, links: linksOf(shots, observeTiming(shots), options.maxGapS, false) };
      ({ search, looks } = await searchTwice(evidence, gallery, options));
    }
  }
  await looks.doubtLookAlikes();
  const { shots, links } = evidence;
  const { habit, levels } = search;
  const { sights } = looks;
  const partition = looks.cut();
  if (options.checkFrames) {
    await gallery.load(
      partition.segments.flatMap(({ first, last }) => (last > first ? shots.slice(first, last + 1) : [])),
    );
  }
  return { shots, timed: sequence.timed, levels, links, sights, partition, ...(habit === undefined ? {} : { habit }) };
}

/** What is known before any set is: of shots without times, their order by what they show, too. */
async function gatherEvidence(sequence: Sequence, gallery: Gallery, { maxGapS }: AutomaticOptions): Promise<Evidence> {
  let shots = readInContext(sequence.shots);
  let pictureLevels: ReadonlyMap<Shot, Level> = new Map();
  let strays: ReadonlyMap<Shot, Blank> = new Map();
  if (!sequence.timed && shots.length > 1) {
    ({ shots, levels: pictureLevels, strays } = await gatherScenes(shots, gallery));
  }
  if (sequence.timed && shots.length > 1 && shots.every((shot) => shot.exposureEv === undefined)) {
    pictureLevels = await levelsInOrder(shots, gallery);
  }
  const known = shots.map((shot) => levelOf(shot) ?? pictureLevels.get(shot));
  const levels = sequence.timed ? await levelsBetween(shots, known, gallery) : known;
  return { shots, levels, links: linksOf(shots, observeTiming(shots), maxGapS, sequence.timed), strays };
}

/** First on the headers alone, so that a shoot of equal sets needs no pictures; then again with what the pictures showed. */
async function searchTwice(
  evidence: Evidence,
  gallery: Gallery,
  { maxBracketSize }: AutomaticOptions,
): Promise<{ search: Search; looks: Looks }> {
  const { shots } = evidence;
  const search = new Search(evidence, maxBracketSize);
  const looks = new Looks(search, gallery);
  for (let round = 0; round < 2; round++) {
    let cut = looks.cut();
    if (round > 0 && meteredAnew(search, cut)) {
      const seen = await levelsInOrder(shots, gallery);
      search.relearn(shots.map((shot) => seen.get(shot)));
      cut = looks.cut();
    }
    search.learnHabits(cut);
    await looks.lookWhereItMatters();
  }
  return { search, looks };
}

/**
 * Where the exposure is not locked, the camera meters every frame anew, and the steps in the headers are those of the bracket and of
 * the light. The pictures show the bracket's alone.
 */
function meteredAnew(search: Search, cut: Partition): boolean {
  const { sets, even } = search.countEven(cut);
  return sets >= enoughSets && even < mostlyEven * sets;
}
