import { evenness, search } from "../params.ts";
import {
  isSameScene,
  levelsInOrder,
  likenessOf,
  type PictureLink,
  type Pictures,
  pictureLinkOf,
} from "../pictures/index.ts";
import { knownLevels, type Shot } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { bracketLevels, type Evidence } from "./evidence.ts";
import { hasEvenSteps, stepsOf } from "./exposure-pattern.ts";
import { firstRound, hopefulCut, type Round, withHabits, withLevels, withPictureLinks } from "./round.ts";

/**
 * Searches by headers first, so that a shoot of equal sets needs no pictures; then again with the evidence of the
 * pictures.
 */
export async function searchSets(evidence: Evidence, maxSize: number, pictures: Pictures): Promise<Round> {
  const seen = await lookWhereItMatters(withHabits(firstRound(evidence, maxSize)), pictures);
  const leveled = isMeteredPerFrame(seen) ? withLevels(seen, await pictureLevels(evidence.shots, pictures)) : seen;
  return lookWhereItMatters(withHabits(leveled), pictures);
}

async function pictureLevels(shots: readonly Shot[], pictures: Pictures) {
  const levels = await levelsInOrder(shots, pictures);
  return shots.map((shot) => levels.get(shot));
}

/** Compares the pictures of every link that they could change, until none is left. */
async function lookWhereItMatters(round: Round, pictures: Pictures): Promise<Round> {
  const { shots } = round.evidence;
  let current = round;
  for (let open = openLinks(current); open.length > 0; open = openLinks(current)) {
    await pictures.load(open.flatMap((link) => [shots[link], shots[link + 1]]));
    current = withPictureLinks(current, judged(open, current, pictures));
  }
  return current;
}

/**
 * Links that hold only if the pictures agree, links that would hold if every picture agreed, and those next to a file
 * that lost its time.
 */
function openLinks(round: Round): number[] {
  const { headerLinks } = round.evidence;
  const hopeful = hopefulCut(round);
  return [...headerLinks.keys()].filter((link) => {
    const { score, isLost } = headerLinks[link];
    if (round.pictureLinks.has(link) || score === Number.NEGATIVE_INFINITY) return false;
    return isLost || (round.cut.margins[link] < search.safeMargin && hopeful.margins[link] > 0);
  });
}

function judged(links: readonly number[], { evidence, middle }: Round, pictures: Pictures): [number, PictureLink][] {
  const { shots, headerLinks } = evidence;
  return links.map((link) => [
    link,
    pictureLinkOf(pictures, { shots, left: link, gapS: headerLinks[link].gapS, middle }),
  ]);
}

/**
 * Hotel rooms have the same furniture. If only likeness joins frames over a long pause, this measures how similar
 * clearly different scenes are, and requires more than that.
 */
export async function doubtAlikeRooms(round: Round, pictures: Pictures): Promise<Round> {
  const { evidence, pictureLinks, cut } = round;
  const isDoubtful = ([link, { score }]: [number, PictureLink]) => {
    const gapS = evidence.headerLinks[link].gapS ?? search.longPauseS;
    return cut.margins[link] > 0 && cut.margins[link] < score && gapS >= search.longPauseS;
  };
  if (![...pictureLinks].some(isDoubtful)) return round;
  const alike = await likenessOfOthers(evidence.shots, cut.segments, pictures);
  if (alike === undefined) return round;
  const strict = { ...round, middle: Math.min(search.maxMiddle, alike + search.clearlyMore) };
  return lookWhereItMatters(withPictureLinks(strict, judged([...pictureLinks.keys()], strict, pictures)), pictures);
}

/** Typical likeness of the shoot's different scenes; `undefined` if they are not similar. */
async function likenessOfOthers(
  shots: readonly Shot[],
  segments: readonly Segment[],
  pictures: Pictures,
): Promise<number | undefined> {
  const stride = Math.max(2, segments.length / search.comparedSets);
  const firsts: Shot[] = [];
  for (let at = 0; at < segments.length; at += stride) firsts.push(firstOf(shots, segments[Math.floor(at)], pictures));
  await pictures.load(firsts);
  const comparisons = firsts
    .flatMap((shot, i) =>
      firsts.slice(i + 1).map((other) => (other.size === shot.size ? pictures.compare(shot, other) : undefined)),
    )
    .filter((comparison) => comparison !== undefined);
  const likenesses = comparisons.filter(isSameScene).map(likenessOf);
  if (comparisons.length < search.minPairs || likenesses.length < search.alikeShare * comparisons.length)
    return undefined;
  return likenesses.sort((a, b) => a - b)[Math.floor(search.quantile * likenesses.length)];
}

/** The first frame whose picture was read, or else the first. */
function firstOf(shots: readonly Shot[], { first, last }: Segment, pictures: Pictures): Shot {
  const members = shots.slice(first, last + 1);
  return members.find((shot) => pictures.has(shot)) ?? members[0];
}

/**
 * Whether the camera metered every frame separately. If the exposure is not locked, the steps in the headers mix those
 * of the bracket and of the light. The pictures show only the bracket's.
 */
function isMeteredPerFrame(round: Round): boolean {
  const sets = round.cut.segments.flatMap((segment) => exposuresOf(round, segment) ?? []);
  const even = sets.filter(({ evs }) => hasEvenSteps(stepsOf(evs))).length;
  return sets.length >= evenness.lockedSets && even < evenness.lockedShare * sets.length;
}

/** The exposures of a set of three or more that only its exposures show to be a bracket. */
function exposuresOf({ evidence, levels }: Round, segment: Segment) {
  const { shots } = evidence;
  const bracket = bracketLevels(evidence, levels, segment);
  if (bracket.length < 3 || bracket.some((level) => level?.isClamped)) return undefined;
  const series = shots.slice(segment.first, segment.last + 1).map(({ photo }) => photo.series);
  if (series.some(({ shotNumber, bracketValueEv }) => shotNumber !== undefined || bracketValueEv !== undefined))
    return undefined;
  return knownLevels(bracket);
}
