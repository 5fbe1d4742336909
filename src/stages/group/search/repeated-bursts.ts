import type { HeaderLink } from "../headers/index.ts";
import { evenness, repeatedBursts } from "../params.ts";
import { headerScale, isFlashed, type Levels, type Shot } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import { bracketOrder, hasEvenSteps, stepsOf } from "./exposure-pattern.ts";

/**
 * Runs of shots without a pause whose exposures repeat from scene to scene in an irregular pattern, such as an aperture
 * bracket with one frame taken twice: last shot by first. Runs that are a regular bracket and a frame next to it, or
 * brackets one after the other, are left to the usual search.
 */
export function findRepeatedBursts(
  shots: readonly Shot[],
  levels: Levels,
  links: readonly HeaderLink[],
): ReadonlyMap<number, number> {
  const bursts = burstsOf(shots, links).filter(({ first, last }) => last > first);
  const known = bursts.flatMap((burst) => {
    const offsets = offsetsOf(burst, shots, levels);
    return offsets === undefined ? [] : [{ burst, offsets }];
  });
  const repeated = known.filter(({ offsets }) => {
    const alike = known.filter((other) => areAlike(offsets, other.offsets));
    return alike.length >= Math.max(repeatedBursts.least, repeatedBursts.leastShare * bursts.length);
  });
  return new Map(repeated.filter(({ offsets }) => isOneBracket(offsets)).map(({ burst }) => [burst.first, burst.last]));
}

function burstsOf(shots: readonly Shot[], links: readonly HeaderLink[]): Segment[] {
  const bursts: Segment[] = [];
  let first = 0;
  for (let at = 0; at < shots.length; at++) {
    const link = links[at];
    const goesOn =
      link !== undefined && link.bar === undefined && link.gapS !== undefined && link.gapS < repeatedBursts.endS;
    if (goesOn) continue;
    bursts.push({ first, last: at });
    first = at + 1;
  }
  return bursts;
}

/** Exposures relative to the first, EV; `undefined` where headers lack some, or the camera counts them itself. */
function offsetsOf({ first, last }: Segment, shots: readonly Shot[], levels: Levels): number[] | undefined {
  const members = shots.slice(first, last + 1);
  const own = levels.slice(first, last + 1);
  const isCounted = members.some(({ photo }) => photo.series.shotNumber !== undefined);
  if (members.length < 3 || isCounted || members.some(isFlashed)) return undefined;
  if (own.some((level) => level?.scale !== headerScale || level.isSeen || level.isClamped)) return undefined;
  return own.map((level) => level!.ev - own[0]!.ev);
}

function areAlike(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((ev, i) => Math.abs(ev - b[i]) <= evenness.headerEv);
}

/** Whether it is irregular, but neither a regular bracket next to other frames nor several of one pattern. */
function isOneBracket(offsets: readonly number[]): boolean {
  const hasRegularPart = [offsets.slice(1), offsets.slice(0, -1), offsets].some(isRegular);
  return !hasRegularPart && !isPeriodic(offsets);
}

function isRegular(evs: readonly number[]): boolean {
  return evs.length > 2 && bracketOrder(evs) !== "irregular" && hasEvenSteps(stepsOf(evs));
}

function isPeriodic(offsets: readonly number[]): boolean {
  const { length } = offsets;
  const besideFirst = (part: readonly number[]) => part.map((ev) => ev - part[0]);
  return Array.from({ length: Math.floor(length / 2) }, (_, i) => i + 1).some((size) => {
    if (length % size !== 0) return false;
    const parts = Array.from({ length: length / size }, (_, k) => besideFirst(offsets.slice(k * size, (k + 1) * size)));
    return size > 1
      ? parts.every((part) => areAlike(part, parts[0]))
      : areAlike(
          offsets,
          offsets.map(() => 0),
        );
  });
}
