import type { Gallery } from "../pictures/index.ts";
import { isSameScene } from "../pictures/index.ts";
import type { Level, Shot } from "../shots/index.ts";
import type { Partition, Segment } from "./cut.ts";

/** Photographers take one or two frames by flash after a bracket. */
const longestTail = 2;
/** So many brackets, and such a share of all, must be followed by a frame by another light before it is the shoot's way. */
const enoughTails = 4;
const leastOfBrackets = 2;
const tailShare = 0.2;

/**
 * A flash lifts what is dark, so that the contrast shrinks by a third or more. The ends of tone curves do as much to frames of real
 * brackets: alone it proves nothing.
 */
const flashContrast = 0.72;
const leastCoverage = 0.3;
const leastCorrelation = 0.85;

const farthestMate = 12;

/**
 * Frames by flash in a shoot that has no metadata: where bracket after bracket is followed by a frame or two of its scene that fit no
 * bracket and are lit otherwise. `isBracket` tells the sets of the cut that have the shoot's habit.
 */
export function findFlashed(
  shots: readonly Shot[],
  levels: readonly (Level | undefined)[],
  { segments }: Partition,
  isBracket: (first: number, last: number) => boolean,
  gallery: Gallery,
): ReadonlySet<Shot> {
  const brackets = segments.filter(({ first, last }) => isBracket(first, last));
  const isOfScene = (i: number, other: number) => levels[i] !== undefined && levels[i].scale === levels[other]?.scale;
  const hasTail = ({ first, last }: Segment) => {
    let end = last;
    while (end + 1 < shots.length && isOfScene(end + 1, last)) end++;
    const tail = shots.slice(last + 1, end + 1);
    const mates = shots.slice(first, last + 1);
    return tail.length > 0 && tail.length <= longestTail && tail.every((shot) => isLitOtherwise(shot, mates, gallery));
  };
  const tails = brackets.filter(hasTail).length;
  // One frame by the room's light may stand for the bracket.
  const isAlone = ({ first }: Segment) => !isBracket(first, first) && (first === 0 || !isOfScene(first - 1, first));
  const alone = segments.filter(
    (segment) => isAlone(segment) && hasTail({ first: segment.first, last: segment.first }),
  );
  const all = tails + alone.length;
  if (tails < leastOfBrackets || all < enoughTails || all < tailShare * brackets.length) return new Set();
  const inBracket = new Set(brackets.flatMap(({ first, last }) => shots.slice(first, last + 1)));
  const flashed = new Set<Shot>();
  for (const [i, shot] of shots.entries()) {
    if (inBracket.has(shot)) continue;
    const mates = shots.filter((mate, k) => k < i && k >= i - farthestMate && isOfScene(k, i) && !flashed.has(mate));
    if (isLitOtherwise(shot, mates, gallery)) flashed.add(shot);
  }
  return flashed;
}

/** Beside that mate whose exposure is nearest. */
function isLitOtherwise(shot: Shot, mates: readonly Shot[], gallery: Gallery): boolean {
  let nearest: { readonly mate: Shot; readonly step: number } | undefined;
  for (const mate of mates) {
    const similarity = gallery.compare(mate, shot);
    if (!isSameScene(similarity)) continue;
    const step = Math.abs(similarity.stepEv);
    if (nearest === undefined || step < nearest.step) nearest = { mate, step };
  }
  const change = nearest && gallery.lightChange(nearest.mate, shot);
  if (change === undefined) return false;
  const { coverage, contrast, correlation } = change;
  return coverage >= leastCoverage && correlation >= leastCorrelation && contrast <= flashContrast;
}
