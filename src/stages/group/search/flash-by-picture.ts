import { flashFrames } from "../params.ts";
import { nearestExposure, type Pictures } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { isUsual, type Round } from "./round.ts";

/**
 * Frames by flash in a shoot that has no metadata: where bracket after bracket is followed by a frame or two of its
 * scene that fit no bracket and are lit otherwise. Brackets are those sets of the round's cut that have the shoot's
 * habit.
 */
export function findFlashed(round: Round, pictures: Pictures): ReadonlySet<Shot> {
  const { segments } = round.cut;
  const { shots } = round.evidence;
  const brackets = segments.filter((segment) => isUsual(round, segment));
  const tails = brackets.filter((segment) => litTail(round, segment, pictures).length > 0).length;
  // The bracket may be one frame by the room's light.
  const alone = segments.filter(
    ({ first }) =>
      !(first > 0 && areOfOneScene(round, first - 1, first)) &&
      litTail(round, { first, last: first }, pictures).length > 0,
  );
  const all = tails + alone.length;
  if (
    tails < flashFrames.leastOfBrackets ||
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

/** The frame or two of the scene that follow, where these are lit otherwise. */
function litTail(round: Round, { first, last }: Segment, pictures: Pictures): Shot[] {
  const { shots } = round.evidence;
  let end = last;
  while (end + 1 < shots.length && areOfOneScene(round, end + 1, last)) end++;
  const tail = shots.slice(last + 1, end + 1);
  const mates = shots.slice(first, last + 1);
  const isLit = tail.length <= flashFrames.longestTail && tail.every((shot) => isLitOtherwise(shot, mates, pictures));
  return isLit ? tail : [];
}

/** The same where one of the bracket has nearly the exposure of each, so that the light alone differs. */
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

/** Compared with the mate whose exposure is nearest. */
function isLitOtherwise(shot: Shot, mates: readonly Shot[], pictures: Pictures): boolean {
  const nearest = nearestExposure(shot, mates, pictures);
  const change = nearest && pictures.lightChange(nearest.shot, shot);
  if (nearest === undefined || change === undefined) return false;
  const { coverage, contrast, correlation } = change;
  const most = Math.abs(nearest.stepEv) <= flashFrames.nearEv ? flashFrames.nearContrast : flashFrames.contrast;
  return coverage >= flashFrames.coverage && correlation >= flashFrames.correlation && contrast <= most;
}
