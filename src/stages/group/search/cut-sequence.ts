import { type Link, linksOf, observeTiming, readInContext } from "../headers/index.ts";
import type { Sequence } from "../order/index.ts";
import { gatherScenes } from "../order/index.ts";
import type { Blank, Gallery, Sight } from "../pictures/index.ts";
import { levelsBetween, levelsInOrder } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import { asFlashed, type Level, levelOf } from "../shots/index.ts";
import type { Partition } from "./cut.ts";
import { findFlashed } from "./flash-by-picture.ts";
import { type Evidence, Search } from "./round.ts";
import { Looks } from "./search-sets.ts";

export interface SearchOptions {
  readonly maxBracketSize: number;
  readonly maxGapS: number;
  readonly checkFrames: boolean;
}

/** A sequence cut into sets, with all the evidence that was looked at. */
export interface CutSequence {
  readonly shots: readonly Shot[];
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

/** Cuts a sequence into sets where the evidence says so. */
export async function cutSequence(sequence: Sequence, gallery: Gallery, options: SearchOptions): Promise<CutSequence> {
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
  return { shots, levels, links, sights, partition, ...(habit === undefined ? {} : { habit }) };
}

/** What is known before any set is: of shots without times, their order by what they show, too. */
async function gatherEvidence(sequence: Sequence, gallery: Gallery, { maxGapS }: SearchOptions): Promise<Evidence> {
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
  { maxBracketSize }: SearchOptions,
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
