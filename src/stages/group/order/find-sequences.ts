import type { StageContext } from "../../context.ts";
import { ordering } from "../order-params.ts";
import { isSameScene, likenessOf, type Pictures } from "../pictures/index.ts";
import { areOfOneSizeTurned, isCounted, rollover, type Shot } from "../shots/index.ts";
import { type Sequence, sequenceByName, timedSequences } from "./sequence.ts";

/**
 * Orders the shots of each camera by time. Shots without a time are inserted between the others if anything shows their
 * place; the rest form a separate sequence.
 */
export async function findSequences(shots: readonly Shot[], pictures: Pictures): Promise<readonly Sequence[]> {
  const timed = timedSequences(shots);
  const untimed = shots.filter((shot) => shot.timeMs === undefined);
  if (untimed.length === 0) return timed;
  if (timed.length === 0) return bySize(untimed).map(sequenceByName);
  const byNumber = placeByNumber(timed, untimed);
  if (byNumber.left.length === 0) return byNumber.sequences;
  const { sequences, left } = await placeByPicture(byNumber.sequences, byNumber.left, pictures);
  return [...sequences, ...bySize(left).map(sequenceByName)];
}

/**
 * No set has frames of different sizes, apart from turns and an editor's crop. Two cameras read separately show their
 * own patterns.
 */
function bySize(shots: readonly Shot[]): Shot[][] {
  const groups: Shot[][] = [];
  for (const shot of shots) {
    const group = groups.find(([first]) => areOfOneSizeTurned(first, shot));
    if (group === undefined) groups.push([shot]);
    else group.push(shot);
  }
  return groups;
}

/** Warns if names or numbers decided the order, or if there was no evidence for it. */
export function warnOfOrder(
  sequences: readonly Sequence[],
  context: StageContext,
  isUnordered: (sequence: Sequence) => boolean = () => false,
): void {
  for (const sequence of sequences) {
    const { shots, orderedByName } = sequence;
    if (shots.length < 2 || orderedByName === 0) continue;
    context.warn("group/order-uncertain", isUnordered(sequence) ? unorderedMessage(shots) : orderMessage(sequence));
  }
}

function unorderedMessage({ length }: readonly Shot[]): string {
  return `${length} photographs have no capture time, and names that show no order: sets are what one camera angle shows`;
}

function orderMessage({ shots, isTimed, orderedByName }: Sequence): string {
  return isTimed
    ? `${orderedByName} of ${shots.length} photographs share a time stamp with their neighbour and were ordered by file name`
    : `${shots.length} photographs have no capture time and were ordered by file number or name`;
}

interface Placed {
  readonly sequences: readonly Sequence[];
  /** Shots that neither a number nor a picture connects to a sequence. */
  readonly left: readonly Shot[];
}

/**
 * Places files that lost their metadata by number. If the numbers in the names increase with time, each such file goes
 * to its place in the sequence with the nearest number.
 */
function placeByNumber(sequences: readonly Sequence[], untimed: readonly Shot[]): Placed {
  const numbered = sequences.map((sequence) => numbersOf(sequence, untimed));
  const home = new Map<Shot, number>();
  for (const shot of untimed) {
    const holes = numbered.map((numbers) => numbers.holes.get(shot) ?? Number.POSITIVE_INFINITY);
    const nearest = Math.min(...holes);
    const isAlone = holes.filter((hole) => hole === nearest).length === 1;
    if (nearest <= ordering.nearNumber && isAlone) home.set(shot, holes.indexOf(nearest));
  }
  const placed = sequences.map((sequence, at) => {
    const own = untimed.filter((shot) => home.get(shot) === at);
    const { numbers } = numbered[at];
    const order = [...sequence.shots, ...own].sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
    if (own.length === 0) return sequence;
    if (countsAlong(order, numbers)) return { ...sequence, shots: order };
    for (const shot of own) home.delete(shot);
    return sequence;
  });
  return { sequences: placed, left: untimed.filter((shot) => !home.has(shot)) };
}

interface Numbers {
  /** Numbers in the names, with wrapped counters continued past their end. */
  readonly numbers: ReadonlyMap<Shot, number | undefined>;
  /** Distance of each untimed shot that may belong to the sequence from its nearest number. */
  readonly holes: ReadonlyMap<Shot, number>;
}

function numbersOf({ shots }: Sequence, untimed: readonly Shot[]): Numbers {
  const fitting = untimed.filter((shot) => couldBeOf(shot, shots[0]) && shot.name.prefix === shots[0].name.prefix);
  const all = [...shots, ...fitting];
  const rolled = rollover(all.map(({ name }) => name.number));
  const numbers = new Map(all.map((shot, i) => [shot, rolled[i]]));
  const holes = fitting.map((shot, i): [Shot, number] => {
    const number = rolled[shots.length + i] ?? Number.NaN;
    return [shot, Math.min(...rolled.slice(0, shots.length).map((other) => Math.abs((other ?? Number.NaN) - number)))];
  });
  return { numbers, holes: new Map(holes.filter(([, hole]) => Number.isFinite(hole))) };
}

/**
 * Like {@link placeByNumber}, by pictures: such a shot goes next to the most similar one. Reads only pictures of shots
 * that have the size of one of these shots.
 */
async function placeByPicture(
  sequences: readonly Sequence[],
  untimed: readonly Shot[],
  pictures: Pictures,
): Promise<Placed> {
  const isMate = (shot: Shot, other: Shot) => other.size === shot.size && couldBeOf(shot, other);
  const mates = sequences.flatMap(({ shots }) => shots.filter((mate) => untimed.some((shot) => isMate(shot, mate))));
  await pictures.load(mates.length === 0 ? [] : [...mates, ...untimed]);
  const left: Shot[] = [];
  const before = new Map<Shot, Shot[]>();
  for (const shot of untimed) {
    const candidates = mates.filter((mate) => isMate(shot, mate));
    const mate = maxAlike(shot, candidates, pictures);
    if (mate === undefined) left.push(shot);
    else before.set(mate, [...(before.get(mate) ?? []), shot]);
  }
  const placed = sequences.map((sequence) => ({
    ...sequence,
    shots: sequence.shots.flatMap((shot) => [...(before.get(shot) ?? []), shot]),
  }));
  return { sequences: placed, left };
}

function couldBeOf(shot: Shot, other: Shot): boolean {
  return shot.body === "" || shot.body === other.body;
}

function countsAlong(order: readonly Shot[], numberOf: Numbers["numbers"]): boolean {
  const numbers = order.map((shot) => numberOf.get(shot));
  if (!numbers.every((number) => number !== undefined) || !isCounted(numbers)) return false;
  const times = order.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs]));
  return times.every((time, i) => i === 0 || time >= times[i - 1]);
}

function maxAlike(shot: Shot, candidates: readonly Shot[], pictures: Pictures): Shot | undefined {
  let best: { mate: Shot; likeness: number } | undefined;
  for (const mate of candidates) {
    const comparison = pictures.compare(shot, mate);
    if (!isSameScene(comparison)) continue;
    const likeness = likenessOf(comparison);
    if (best === undefined || likeness > best.likeness) best = { mate, likeness };
  }
  return best?.mate;
}
