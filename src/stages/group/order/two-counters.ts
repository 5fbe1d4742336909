import { headerLinkOf } from "../headers/index.ts";
import { twoCounters } from "../params.ts";
import type { Shot } from "../shots/index.ts";

const noTiming = { skipsDarkFrames: false } as const;
/**
 * Parts the shots of two cameras of one model, in the order of their times, by their counters: each counts without
 * holes, and frames of one bracket fit one another. Where both counters are near, the nearest number is not always the
 * camera's own, so that the cheapest of all ways to give each shot to one of the two is found: dynamic programming over
 * the shot that the other camera took last, O(n²).
 */
export function partTwoCounters(shots: readonly Shot[], numbers: readonly number[]): [Shot[], Shot[]] {
  // rows[i][k]: the least cost up to shot i where the camera that did not take it took shot k − 1 last, or nothing
  // where k is 0.
  const rows: Float64Array[] = [Float64Array.of(0)];
  // The k of the row before that each was reached from by changing cameras.
  const changedFrom: number[] = [0];
  for (let i = 1; i < shots.length; i++) {
    const before = rows[i - 1];
    const stay = follows(shots, numbers, i - 1, i);
    const row = new Float64Array(i + 1).fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < i; k++) row[k] = before[k] + stay;
    let from = 0;
    for (let k = 0; k < i; k++) {
      const cost =
        before[k] + twoCounters.change + (k === 0 ? twoCounters.mostHole : follows(shots, numbers, k - 1, i));
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

/**
 * The cost of shot `next` being the one that the same camera took after `last`. A counter that goes back is not a
 * counter.
 */
function follows(shots: readonly Shot[], numbers: readonly number[], last: number, next: number): number {
  const step = numbers[next] - numbers[last];
  if (step <= 0) return twoCounters.backwards;
  const hole = Math.min(twoCounters.mostHole, twoCounters.hole * Math.log2(step));
  if (step > twoCounters.shortStep) return hole;
  const { score } = headerLinkOf(shots[last], shots[next], noTiming, twoCounters.maxGapS);
  return hole - Math.max(0, Math.min(twoCounters.mostOfHeaders, twoCounters.headerShare * score));
}
