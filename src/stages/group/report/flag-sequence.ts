import { isSameScene, type Pictures } from "../pictures/index.ts";
import { type CutSequence, type Segment, signatureOf } from "../search/index.ts";
import { knownLevels, levelsOfBracket, type Shot } from "../shots/index.ts";
import type { Flag } from "./flag-set.ts";

/**
 * What is odd of a set beside the others of its sequence: shorter than the shoot's habit, or the scene of the set
 * before again.
 */
export function flagInSequence(
  sequence: CutSequence,
  segment: Segment,
  before: Segment | undefined,
  pictures: Pictures,
): Flag[] {
  return [...flagUnfinished(sequence, segment), ...flagRepeated(sequence, segment, before, pictures)];
}

/** The exposures of the shoot's usual bracket, as far as they go. A single is not a sign: it may be meant as one. */
function flagUnfinished({ shots, levels, habit }: CutSequence, { first, last }: Segment): Flag[] {
  const members = shots.slice(first, last + 1);
  const bracket = levelsOfBracket(members, levels.slice(first, last + 1));
  const known = bracket.length > 1 ? knownLevels(bracket) : undefined;
  if (habit === undefined || known === undefined || known.isPicture) return [];
  if (!habit.startsWith(`${signatureOf(known)},`)) return [];
  const size = habit.split(",").length;
  return [{ kind: "aborted", message: `the exposures are the first ${known.evs.length} of the shoot's usual ${size}` }];
}

function flagRepeated(
  sequence: CutSequence,
  segment: Segment,
  before: Segment | undefined,
  pictures: Pictures,
): Flag[] {
  if (before === undefined || segment.last === segment.first || before.last === before.first) return [];
  const pair = nearestExposures(sequence, before, segment, pictures);
  const comparison = pair && pictures.compare(pair[0], pair[1]);
  if (pair === undefined || !isSameScene(comparison)) return [];
  return [{ kind: "repeated", shot: pair[0], message: "shows the scene of the set before it once more" }];
}

/** Of both sets' shots whose pictures were read, the two whose exposures differ least. */
function nearestExposures(
  { shots, levels }: CutSequence,
  a: Segment,
  b: Segment,
  pictures: Pictures,
): [Shot, Shot] | undefined {
  let nearest: { pair: [Shot, Shot]; step: number } | undefined;
  for (let i = a.first; i <= a.last; i++) {
    if (!pictures.has(shots[i])) continue;
    for (let k = b.first; k <= b.last; k++) {
      if (!pictures.has(shots[k])) continue;
      const known = knownLevels([levels[i], levels[k]]);
      const step = known === undefined ? k - i : Math.abs(known.evs[1] - known.evs[0]);
      if (nearest === undefined || step < nearest.step) nearest = { pair: [shots[i], shots[k]], step };
    }
  }
  return nearest?.pair;
}
