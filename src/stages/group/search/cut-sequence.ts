import { type HeaderLink, headerLinksOf, observeTiming } from "../headers/index.ts";
import type { Sequence } from "../order/index.ts";
import { search } from "../params.ts";
import type { PictureLink, Pictures } from "../pictures/index.ts";
import { asFlashed, type Levels, type Shot } from "../shots/index.ts";
import type { Cut, Segment } from "./cut.ts";
import { type Evidence, gatherEvidence } from "./evidence.ts";
import { findFlashed } from "./flash-by-picture.ts";
import { type Round, withMaxSize } from "./round.ts";
import { doubtAlikeRooms, searchSets } from "./search-sets.ts";
import { findWindowFrames, withWindows } from "./window-frames.ts";

export interface SearchOptions {
  readonly maxBracketSize: number;
  readonly maxGapS: number;
  readonly checkFrames: boolean;
}

/** A sequence cut into sets, with all the evidence that was looked at. */
export interface CutSequence {
  readonly shots: readonly Shot[];
  readonly levels: Levels;
  readonly headerLinks: readonly HeaderLink[];
  readonly pictureLinks: ReadonlyMap<number, PictureLink>;
  readonly cut: Cut;
  /** Sets that would be found if the largest set were not bounded, longer than the bound. */
  readonly tooLong: readonly (readonly Shot[])[];
  /** The signature of the sets that the photographer takes most, where there is such a habit. */
  readonly habit?: string;
}

/** Cuts a sequence into sets where the evidence says so. */
export async function cutSequence(
  sequence: Sequence,
  pictures: Pictures,
  { maxBracketSize, maxGapS, checkFrames }: SearchOptions,
): Promise<CutSequence> {
  const evidence = await gatherEvidence(sequence, pictures, maxGapS);
  const found = await searchSets(evidence, maxBracketSize, pictures);
  const flashed = sequence.isTimed ? undefined : withFlash(found, pictures, maxGapS);
  const lit = flashed ? await searchSets(flashed, maxBracketSize, pictures) : found;
  const last = await doubtAlikeRooms(await searchWindows(lit, maxBracketSize, pictures), pictures);
  const { shots, headerLinks } = last.evidence;
  if (checkFrames) {
    const sets = last.cut.segments.filter((segment) => segment.last > segment.first);
    await pictures.load(sets.flatMap((segment) => shots.slice(segment.first, segment.last + 1)));
  }
  const { levels, pictureLinks, cut, habits } = last;
  const tooLong = findTooLong(last);
  return {
    shots,
    levels,
    headerLinks,
    pictureLinks,
    cut,
    tooLong,
    ...(habits && { habit: habits.patterns[0].signature }),
  };
}

/** What the bound split, without a look at more pictures. */
function findTooLong(round: Round): Shot[][] {
  const { evidence, cut, maxSize } = round;
  const sizeOf = ({ first, last }: Segment) => last - first + 1;
  const isAtBound = cut.segments.some((segment, i) => {
    const next = cut.segments[i + 1];
    const isBarred = evidence.headerLinks[segment.last]?.score === Number.NEGATIVE_INFINITY;
    return next !== undefined && !isBarred && sizeOf(segment) + sizeOf(next) > maxSize;
  });
  if (!isAtBound) return [];
  const { segments } = withMaxSize(round, search.longestNamed).cut;
  const long = segments.filter((segment) => sizeOf(segment) > maxSize);
  return long.map(({ first, last }) => evidence.shots.slice(first, last + 1));
}

/** Those that are found make the shoot's habit plainer, and that shows more of them. */
async function searchWindows(round: Round, maxSize: number, pictures: Pictures): Promise<Round> {
  let current = round;
  for (let pass = 0; pass < search.windowPasses; pass++) {
    const windows = await findWindowFrames(current, pictures);
    if (windows.size === 0) break;
    current = await searchSets(withWindows(current.evidence, windows), maxSize, pictures);
  }
  return current;
}

/** The evidence once the frames by flash are known, where there are any. */
function withFlash(round: Round, pictures: Pictures, maxGapS: number): Evidence | undefined {
  const flashed = findFlashed(round, pictures);
  if (flashed.size === 0) return undefined;
  const shots = round.evidence.shots.map((shot) => (flashed.has(shot) ? asFlashed(shot) : shot));
  return { ...round.evidence, shots, headerLinks: headerLinksOf(shots, observeTiming(shots), maxGapS, false) };
}
