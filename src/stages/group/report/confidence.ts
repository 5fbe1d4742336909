import type { CutSequence, Segment } from "../search/index.ts";
import { headerScale } from "../shots/index.ts";
import { calibrations, sureness } from "./params.ts";

interface Calibration {
  readonly middle: number;
  readonly scale: number;
}

/**
 * How likely the set is right, 0 to 1: by the weakest of its decisions, which are its inner links and the boundaries at
 * both ends.
 */
export function confidenceOf(sequence: CutSequence, { first, last }: Segment): number {
  const { margins } = sequence.cut;
  const decisions = margins.slice(first, last);
  if (first > 0) decisions.push(-margins[first - 1]);
  if (last < margins.length) decisions.push(-margins[last]);
  const { middle, scale } = calibrationFor(sequence, { first, last });
  const sure = 1 / (1 + Math.exp((middle - Math.min(...decisions, sureness.mostMargin)) / scale));
  return isTornOff(sequence, first - 1) || isTornOff(sequence, last) ? Math.min(sure, sureness.tornOff) : sure;
}

/**
 * Whether pictures alone show one scene on both sides of a boundary, and they may be one set: one of them a single, or
 * no exposure on both sides. A bracket that was taken twice has each exposure twice.
 */
function isTornOff({ cut: { segments }, levels }: CutSequence, link: number): boolean {
  const scale = levels[link]?.scale;
  if (scale === undefined || scale === headerScale || levels[link + 1]?.scale !== scale) return false;
  const before = segments.find(({ last }) => last === link);
  const after = segments.find(({ first }) => first === link + 1);
  if (!before || !after) return false;
  if (before.first === before.last || after.first === after.last) return true;
  const evs = levels.slice(before.first, after.last + 1).flatMap((level) => (level?.scale === scale ? [level.ev] : []));
  evs.sort((a, b) => a - b);
  return evs.every((ev, i) => i === 0 || ev - evs[i - 1] > sureness.otherEv);
}

function calibrationFor({ shots }: CutSequence, { first, last }: Segment): Calibration {
  const members = shots.slice(first, last + 1);
  const isTimed = members.every(({ timeMs }) => timeMs !== undefined);
  const isExposed = members.every(({ exposureEv }) => exposureEv !== undefined);
  if (isTimed && isExposed) return calibrations.headers;
  return isTimed || isExposed ? calibrations.headersInPart : calibrations.pictures;
}
