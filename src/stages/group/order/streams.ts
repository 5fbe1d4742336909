import { headerLinkOf } from "../headers/index.ts";
import { ordering, twoCounters } from "../order-params.ts";
import { isCounted, rollover, type Shot } from "../shots/index.ts";

interface Stream {
  readonly shots: readonly Shot[];
  /** The clock was set back during the shoot, so the counter gives the order. */
  readonly isByCounter: boolean;
}

/**
 * Splits the shots of one model, in order of time, by counter if that explains them better than one camera and one
 * clock: bodies without serial numbers alternate in time, but each counts its own files, and a clock that is set back
 * makes parts of the shoot overlap.
 */
export function splitByCounter(shots: readonly Shot[], isOneBody: boolean): Stream[] {
  const numbers = countersOf(shots);
  if (numbers === undefined) return [{ shots, isByCounter: false }];
  const ranges = isOneBody ? [shots.map((_, i) => i)] : rangesOf(numbers);
  return ranges.flatMap((range) => splitRange(range, shots, numbers, isOneBody));
}

/**
 * The camera's own numbers, or those of the names if all names have one prefix; a wrapped counter is continued past its
 * end.
 */
function countersOf(shots: readonly Shot[]): number[] | undefined {
  const written = shots.map((shot) => shot.photo.series.fileNumber);
  const isNamed = shots.every(({ name }) => name.prefix === shots[0].name.prefix);
  const numbers = isNamed && written.includes(undefined) ? shots.map((shot) => shot.name.number) : written;
  if (!numbers.every((number) => number !== undefined)) return undefined;
  const unrolled = rollover(numbers) as number[];
  return isCounted(unrolled) ? unrolled : undefined;
}

/** Indices of shots, split at wide gaps in the numbers; each part in the order of the shots. */
function rangesOf(numbers: readonly number[]): number[][] {
  const byNumber = numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
  const ranges: number[][] = [];
  for (const [k, i] of byNumber.entries()) {
    if (k === 0 || numbers[i] - numbers[byNumber[k - 1]] > ordering.widestHole) ranges.push([]);
    ranges.at(-1)!.push(i);
  }
  return ranges.map((range) => range.sort((a, b) => a - b));
}

function splitRange(
  range: readonly number[],
  shots: readonly Shot[],
  numbers: readonly number[],
  isOneBody: boolean,
): Stream[] {
  const { chains, turns } = chainsOf(range, numbers);
  if (chains.length > 1) {
    const byNumber = [...range].sort((a, b) => numbers[a] - numbers[b] || a - b);
    if (setBack(byNumber, shots) <= ordering.maxSettings)
      return [{ shots: byNumber.map((i) => shots[i]), isByCounter: true }];
    if (!isOneBody && chains.length === 2 && turns >= ordering.minTurns) {
      const parted = partTwoCounters(
        range.map((i) => shots[i]),
        range.map((i) => numbers[i]),
      );
      return parted.map((part) => ({ shots: part, isByCounter: false }));
    }
  }
  return [{ shots: range.map((i) => shots[i]), isByCounter: false }];
}

/** Increasing chains through the numbers: each number extends the chain whose last number is the nearest below it. */
function chainsOf(range: readonly number[], numbers: readonly number[]): { chains: number[][]; turns: number } {
  const chains: number[][] = [];
  let [turns, current] = [0, -1];
  for (const i of range) {
    let nearest = -1;
    for (const [k, chain] of chains.entries()) {
      const last = numbers[chain.at(-1)!];
      if (numbers[i] > last && (nearest < 0 || last > numbers[chains[nearest].at(-1)!])) nearest = k;
    }
    if (nearest < 0) nearest = chains.push([]) - 1;
    chains[nearest].push(i);
    if (nearest !== current && current >= 0) turns++;
    current = nearest;
  }
  return { chains, turns };
}

/** Number of places at which the clock goes back in this order. */
function setBack(order: readonly number[], shots: readonly Shot[]): number {
  let count = 0;
  for (let k = 1; k < order.length; k++) {
    const [a, b] = [shots[order[k - 1]], shots[order[k]]];
    if (b.timeMs! + b.resolutionMs < a.timeMs!) count++;
  }
  return count;
}

const noTiming = { skipsDarkFrames: false } as const;
/**
 * Splits the shots of two cameras of one model, in order of time, by their counters: each counts without gaps, and
 * frames of one bracket match. If both counters are close, the nearest number may be the other camera's. So the
 * cheapest assignment of all shots to the two cameras is found by dynamic programming over the last shot of the other
 * camera, O(n²).
 */
function partTwoCounters(shots: readonly Shot[], numbers: readonly number[]): [Shot[], Shot[]] {
  // rows[i][k]: the minimum cost up to shot i if the camera that did not take it took shot k − 1 last, or none if k is
  // 0.
  const rows: Float64Array[] = [Float64Array.of(0)];
  // The k in the previous row from which each row was reached by a change of camera.
  const changedFrom: number[] = [0];
  for (let i = 1; i < shots.length; i++) {
    const before = rows[i - 1];
    const stay = follows(shots, numbers, i - 1, i);
    const row = new Float64Array(i + 1).fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < i; k++) row[k] = before[k] + stay;
    let from = 0;
    for (let k = 0; k < i; k++) {
      const cost = before[k] + twoCounters.change + (k === 0 ? twoCounters.maxHole : follows(shots, numbers, k - 1, i));
      if (cost < row[i]) [row[i], from] = [cost, k];
    }
    rows.push(row);
    changedFrom.push(from);
  }
  return traceBack(shots, rows, changedFrom);
}

function traceBack(
  shots: readonly Shot[],
  rows: readonly Float64Array[],
  changedFrom: readonly number[],
): [Shot[], Shot[]] {
  const parts: [Shot[], Shot[]] = [[], []];
  let k = rows.at(-1)!.reduce((best, cost, j, row) => (cost < row[best] ? j : best), 0);
  let part: 0 | 1 = 0;
  for (let i = shots.length - 1; i >= 0; i--) {
    parts[part].push(shots[i]);
    if (i > 0 && k === i) {
      k = changedFrom[i];
      part = part === 0 ? 1 : 0;
    }
  }
  return [parts[0].reverse(), parts[1].reverse()];
}

/** The cost if the camera that took `last` took shot `next` right after it. A counter never decreases. */
function follows(shots: readonly Shot[], numbers: readonly number[], last: number, next: number): number {
  const step = numbers[next] - numbers[last];
  if (step <= 0) return twoCounters.backwards;
  const hole = Math.min(twoCounters.maxHole, twoCounters.hole * Math.log2(step));
  if (step > twoCounters.shortStep) return hole;
  const { score } = headerLinkOf(shots[last], shots[next], noTiming, twoCounters.maxGapS);
  return hole - Math.max(0, Math.min(twoCounters.maxOfHeaders, twoCounters.headerShare * score));
}
