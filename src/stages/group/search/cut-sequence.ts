import { type HeaderLink, headerLinksOf, observeTiming } from "../headers/index.ts";
import type { Sequence } from "../order/index.ts";
import { flashFrames, search, windowFrame } from "../params.ts";
import { nearestExposure, type PictureLink, type Pictures, type Sight, sceneNextTo } from "../pictures/index.ts";
import { asFlashed, isFlashed, type Levels, type Shot } from "../shots/index.ts";
import type { Cut, Segment } from "./cut.ts";
import { type Evidence, gatherEvidence } from "./evidence.ts";
import { isUsual, type Round, withMaxSize } from "./round.ts";
import { doubtAlikeRooms, searchSets } from "./search-sets.ts";

interface SearchOptions {
  readonly maxBracketSize: number;
  readonly maxGapS: number;
  readonly checkFrames: boolean;
}

/** A sequence cut into sets, with all the evidence that was considered. */
export interface CutSequence {
  readonly shots: readonly Shot[];
  readonly levels: Levels;
  readonly headerLinks: readonly HeaderLink[];
  readonly pictureLinks: ReadonlyMap<number, PictureLink>;
  readonly cut: Cut;
  /** Sets longer than the limit that would be found without it. */
  readonly tooLong: readonly (readonly Shot[])[];
  /** The signature of the shoot's most common sets, if there is such a habit. */
  readonly habit?: string;
}

/** Cuts a sequence into sets by the evidence. */
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

/** Sets that the limit split, found without reading more pictures. */
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

/** Repeats the search, because each window frame found makes the shoot's habit clearer, which reveals more of them. */
async function searchWindows(round: Round, maxSize: number, pictures: Pictures): Promise<Round> {
  let current = round;
  for (let pass = 0; pass < search.windowPasses; pass++) {
    const windows = await findWindowFrames(current, pictures);
    if (windows.size === 0) break;
    current = await searchSets(withWindows(current.evidence, windows), maxSize, pictures);
  }
  return current;
}

/** The evidence with flash frames marked; `undefined` if there are none. */
function withFlash(round: Round, pictures: Pictures, maxGapS: number): Evidence | undefined {
  const flashed = findFlashed(round, pictures);
  if (flashed.size === 0) return undefined;
  const shots = round.evidence.shots.map((shot) => (flashed.has(shot) ? asFlashed(shot) : shot));
  return { ...round.evidence, shots, headerLinks: headerLinksOf(shots, observeTiming(shots), maxGapS, false) };
}

/**
 * Finds single frames after a bracket that are darker than all of it: many photographers add one by hand for the view
 * outside the window, with another time or aperture. Headers cannot distinguish it from a single of the next scene, so
 * the pictures are read. Frames of another scene are skipped.
 */
async function findWindowFrames(round: Round, pictures: Pictures): Promise<ReadonlyMap<Shot, Sight>> {
  const candidates = candidatesOf(round);
  await pictures.load(candidates.flatMap(({ shot, mates }) => [shot, ...mates]));
  const sights = candidates.map(({ shot, mates }): [Shot, Sight] => [shot, sightOf(shot, mates, pictures)]);
  return new Map(sights.filter(([, sight]) => sight !== "other"));
}

/** The evidence with links to these frames scored by their pictures only. */
function withWindows(evidence: Evidence, windows: ReadonlyMap<Shot, Sight>): Evidence {
  const { shots } = evidence;
  const headerLinks = evidence.headerLinks.map((link, i) => {
    const sight = windows.get(shots[i + 1]);
    return sight === undefined || sight === "other" ? link : { ...link, score: windowFrame.odds[sight] };
  });
  return { ...evidence, headerLinks, windows: new Set([...evidence.windows, ...windows.keys()]) };
}

interface Candidate {
  readonly shot: Shot;
  /** The darkest frames of the bracket before it. */
  readonly mates: readonly Shot[];
}

function candidatesOf({ cut: { segments }, evidence, levels }: Round): Candidate[] {
  const { shots, headerLinks, windows } = evidence;
  return segments.flatMap((segment, i) => {
    const before = segments[i - 1];
    if (segment.last > segment.first || before === undefined || before.last === before.first) return [];
    const { bar, gapS } = headerLinks[before.last];
    const shot = shots[segment.first];
    const isReachable = bar === undefined && (gapS ?? 0) <= windowFrame.pauseS;
    const isOther = windows.has(shot) || shot.photo.series.bracketing === true || isFlashed(shot);
    if (!isReachable || isOther) return [];
    return isDarkest(levels, segment.first, before) ? [{ shot, mates: darkestOf(shots, levels, before) }] : [];
  });
}

function isDarkest(levels: Levels, at: number, { first, last }: Segment): boolean {
  const own = levels[at];
  const members = levels.slice(first, last + 1);
  if (own === undefined) return false;
  return members.every((level) => level?.scale === own.scale && level.ev - own.ev >= windowFrame.beyondEv);
}

function darkestOf(shots: readonly Shot[], levels: Levels, { first, last }: Segment): Shot[] {
  const places = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const byLevel = places.sort((a, b) => (levels[a]?.ev ?? 0) - (levels[b]?.ev ?? 0));
  return byLevel.slice(0, windowFrame.matesTried).map((place) => shots[place]);
}

function sightOf(shot: Shot, mates: readonly Shot[], pictures: Pictures): Sight {
  const sights = mates.map((mate) => sceneNextTo(shot, mate, pictures));
  return (["same", "other"] as const).find((sight) => sights.includes(sight)) ?? "unknown";
}

/**
 * Finds flash frames in a shoot without metadata: many brackets are followed by one or two frames of the same scene
 * that fit no bracket and have different light. Brackets are the sets of the round's cut that have the shoot's habit.
 */
function findFlashed(round: Round, pictures: Pictures): ReadonlySet<Shot> {
  const { segments } = round.cut;
  const { shots } = round.evidence;
  const brackets = segments.filter((segment) => isUsual(round, segment));
  const tails = brackets.filter((segment) => litTail(round, segment, pictures).length > 0).length;
  // The bracket may be a single frame by the room's light.
  const alone = segments.filter(
    ({ first }) =>
      !(first > 0 && areOfOneScene(round, first - 1, first)) &&
      litTail(round, { first, last: first }, pictures).length > 0,
  );
  const all = tails + alone.length;
  if (
    tails < flashFrames.minOfBrackets ||
    all < flashFrames.enoughTails ||
    all < flashFrames.tailShare * brackets.length
  )
    return new Set(brackets.flatMap((segment) => surelyLitTail(round, segment, pictures)));
  const inBracket = new Set(brackets.flatMap(({ first, last }) => shots.slice(first, last + 1)));
  const flashed = new Set<Shot>();
  for (const [i, shot] of shots.entries()) {
    if (inBracket.has(shot)) continue;
    const near = shots.slice(Math.max(0, i - flashFrames.reach), i);
    const mates = near.filter((mate, k) => areOfOneScene(round, i - near.length + k, i) && !flashed.has(mate));
    if (isLitOtherwise(shot, mates, pictures)) flashed.add(shot);
  }
  return flashed;
}

function areOfOneScene({ levels }: Round, i: number, other: number): boolean {
  return levels[i] !== undefined && levels[i].scale === levels[other]?.scale;
}

/** The next one or two frames of the scene, if their light is different. */
function litTail(round: Round, { first, last }: Segment, pictures: Pictures): Shot[] {
  const { shots } = round.evidence;
  let end = last;
  while (end + 1 < shots.length && areOfOneScene(round, end + 1, last)) end++;
  const tail = shots.slice(last + 1, end + 1);
  const mates = shots.slice(first, last + 1);
  const isLit = tail.length <= flashFrames.longestTail && tail.every((shot) => isLitOtherwise(shot, mates, pictures));
  return isLit ? tail : [];
}

/**
 * Like {@link litTail}, if the bracket has a frame of nearly the same exposure as each, so that only the light differs.
 */
function surelyLitTail(round: Round, segment: Segment, pictures: Pictures): Shot[] {
  const mates = round.evidence.shots.slice(segment.first, segment.last + 1);
  const tail = litTail(round, segment, pictures);
  return tail.every(
    (shot) =>
      Math.abs(nearestExposure(shot, mates, pictures)?.stepEv ?? Number.POSITIVE_INFINITY) <= flashFrames.nearEv,
  )
    ? tail
    : [];
}

/** Compares the shot with the frame of nearest exposure. */
function isLitOtherwise(shot: Shot, mates: readonly Shot[], pictures: Pictures): boolean {
  const nearest = nearestExposure(shot, mates, pictures);
  const change = nearest && pictures.lightChange(nearest.shot, shot);
  if (nearest === undefined || change === undefined) return false;
  const { coverage, contrast, correlation } = change;
  const most = Math.abs(nearest.stepEv) <= flashFrames.nearEv ? flashFrames.nearContrast : flashFrames.contrast;
  return coverage >= flashFrames.coverage && correlation >= flashFrames.correlation && contrast <= most;
}
