import type { SeriesHints } from "../../../image/index.ts";
import { setOdds } from "../params.ts";

/**
 * Log-odds of a set by what the camera counted: shot numbers, frames per bracket and bracket values of its members in
 * order.
 */
export function countScore(members: readonly SeriesHints[]): number {
  if (contradictsNumbers(members) || (repeatsValue(members) && !countsThrough(members))) return setOdds.contradicted;
  const wanted = countOf(members);
  if (wanted === undefined) return 0;
  if (members.length > wanted) return setOdds.contradicted;
  return members.length === wanted ? setOdds.complete : setOdds.incomplete;
}

/**
 * How many frames the camera meant the bracket of these to have, if all that state it agree; files without metadata
 * do not count.
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
  // Cameras that do not report the value write the same one everywhere.
  if (values.every((value) => value === values[0])) return false;
  return new Set(values.map((value) => Math.round(value * 6))).size < values.length;
}
