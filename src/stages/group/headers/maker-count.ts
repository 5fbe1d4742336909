import type { SeriesHints } from "../../../image/index.ts";

/**
 * The camera's own count is nearly proof: a number that begins again begins another bracket, a full bracket is over.
 */
const contradicted = -10;
const complete = 2;
/** Brackets are aborted, and files are lost or culled, in a few of a hundred sets. */
const incomplete = -1.5;

/**
 * Log-odds of a set by what the camera counted: shot numbers, frames per bracket and bracket values of its members in
 * order.
 */
export function countScore(members: readonly SeriesHints[]): number {
  if (contradictsNumbers(members) || (repeatsValue(members) && !countsThrough(members))) return contradicted;
  const wanted = countOf(members);
  if (wanted === undefined) return 0;
  if (members.length > wanted) return contradicted;
  return members.length === wanted ? complete : incomplete;
}

/**
 * How many frames the camera meant the bracket of these to have, where all that say so agree; files without metadata
 * say nothing.
 */
export function countOf(members: readonly SeriesHints[]): number | undefined {
  const counts = new Set(members.flatMap(({ shotCount }) => (shotCount === undefined ? [] : [shotCount])));
  const [count] = counts;
  return counts.size === 1 && members.every(({ bracketing }) => bracketing !== false) ? count : undefined;
}

/**
 * Whether the camera numbered these one after the other from 1: then they are of one bracket, whatever their exposures.
 */
export function countsThrough(members: readonly SeriesHints[]): boolean {
  return members.length > 1 && members.every(({ shotNumber }, i) => shotNumber === i + 1);
}

/** Numbers rise, and shot k has at most k − 1 before it; a file that lost its metadata is not counted. */
function contradictsNumbers(members: readonly SeriesHints[]): boolean {
  let last = 0;
  for (const [i, { shotNumber }] of members.filter(({ bracketing }) => bracketing !== undefined).entries()) {
    if (shotNumber === undefined) continue;
    if (shotNumber <= last || shotNumber < i + 1) return true;
    last = shotNumber;
  }
  return false;
}

function repeatsValue(members: readonly SeriesHints[]): boolean {
  const values = members.flatMap(({ bracketValueEv }) => (bracketValueEv === undefined ? [] : [bracketValueEv]));
  // One value all over is what cameras write that do not tell it.
  if (values.every((value) => value === values[0])) return false;
  return new Set(values.map((value) => Math.round(value * 6))).size < values.length;
}
