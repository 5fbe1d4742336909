import { ordering } from "../order-params.ts";
import { compareNames, groupBy, isNext, rollover, type Shot } from "../shots/index.ts";
import { splitByCounter } from "./streams.ts";

/** Shots that can belong together, in capture order. */
export interface Sequence {
  readonly shots: readonly Shot[];
  /** False if times are missing and file names or numbers decided the order. */
  readonly isTimed: boolean;
  /** Number of neighbours with one time stamp that were ordered by name. */
  readonly orderedByName: number;
}

/** One sequence for each camera that has times: distinguished by their counters if serial numbers are missing. */
export function timedSequences(shots: readonly Shot[]): Sequence[] {
  const bodies = groupBy(shots, ({ timeMs, body }) => (timeMs === undefined ? undefined : body));
  return bodies.flatMap((ofBody) => {
    const isOneBody = ofBody[0].photo.camera.serial !== undefined;
    return splitByCounter(sequenceByTime(ofBody).shots, isOneBody).map((stream) =>
      stream.isByCounter ? { shots: stream.shots, isTimed: true, orderedByName: 0 } : sequenceByTime(stream.shots),
    );
  });
}

export function sequenceByTime(shots: readonly Shot[]): Sequence {
  const rolled = rollover(shots.map((shot) => shot.photo.series.fileNumber));
  const numberOf = new Map(shots.map((shot, i) => [shot, rolled[i]]));
  const sorted = [...shots].sort(
    (a, b) =>
      a.timeMs! - b.timeMs! ||
      compareNumbers(numberOf.get(a), numberOf.get(b)) ||
      compareNumbers(a.photo.series.shotNumber, b.photo.series.shotNumber),
  );
  const ordered = orderTies(sorted);
  let orderedByName = 0;
  for (let i = 1; i < ordered.length; i++) {
    const [a, b] = [ordered[i - 1], ordered[i]];
    const hasNumbers = numberOf.get(a) !== undefined && numberOf.get(b) !== undefined;
    if (a.timeMs === b.timeMs && !hasNumbers) orderedByName++;
  }
  return { shots: ordered, isTimed: true, orderedByName };
}

/** Orders by file numbers if every shot has one, otherwise by natural file-name order, with 9999 followed by 0001. */
export function sequenceByName(shots: readonly Shot[]): Sequence {
  const fileNumbers = shots.map((shot) => shot.photo.series.fileNumber);
  if (fileNumbers.every((number) => number !== undefined)) {
    const rolled = rollover(fileNumbers);
    const order = shots
      .map((_, i) => i)
      .sort((a, b) => rolled[a]! - rolled[b]! || compareShotNames(shots[a], shots[b]));
    return { shots: order.map((i) => shots[i]), isTimed: false, orderedByName: shots.length };
  }
  return { shots: sortByName(shots), isTimed: false, orderedByName: shots.length };
}

function compareShotNames(a: Shot, b: Shot): number {
  return compareNames(a.frame.name, b.frame.name);
}

/** Natural order, one block per prefix, with wrapped counters continued past their end. */
function sortByName(shots: readonly Shot[]): Shot[] {
  return groupBy([...shots].sort(compareShotNames), ({ name }) => name.prefix).flatMap((block) => {
    const rolled = rollover(block.map((shot) => shot.name.number));
    const order = block.map((_, i) => i);
    return order.sort((a, b) => compareNumbers(rolled[a], rolled[b]) || a - b).map((i) => block[i]);
  });
}

/** Orders shots with one time stamp and no numbers by name; the others keep their places. */
function orderTies(shots: readonly Shot[]): Shot[] {
  const out: Shot[] = [];
  for (let start = 0; start < shots.length; ) {
    let end = start + 1;
    while (end < shots.length && shots[end].timeMs === shots[start].timeMs) end++;
    const tied = shots.slice(start, end);
    const numbered = tied.every((shot) => shot.photo.series.fileNumber !== undefined);
    out.push(...(numbered ? tied : sortByName(tied)));
    start = end;
  }
  return out;
}

function compareNumbers(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? 0 : a - b;
}

/**
 * Whether the names of shots show their order of capture. Hashes, and words such as over and under, do not: then only
 * the camera angle is evidence.
 */
export function hasNamesInOrder(shots: readonly Shot[]): boolean {
  const names = [...shots].sort((a, b) => compareNames(a.frame.name, b.frame.name)).map(({ name }) => name);
  const following = names.filter((name, i) => {
    const before = names[i - 1];
    if (before?.number === undefined || name.number === undefined) return false;
    return before.prefix === name.prefix && isNext(before.number, name.number);
  });
  return following.length >= ordering.namesInOrder * (names.length - 1);
}
