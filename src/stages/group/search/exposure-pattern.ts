import { evenness } from "../params.ts";

/** Order in which the exposures of a bracket were taken. */
type BracketOrder = "ascending" | "descending" | "middle first" | "irregular";

/** Steps from each exposure to the next brighter one, EV. */
export function stepsOf(evs: readonly number[]): number[] {
  const sorted = [...evs].sort((a, b) => a - b);
  return sorted.slice(1).map((ev, i) => ev - sorted[i]);
}

/**
 * Whether steps are equal. Rounding to thirds of a stop makes them differ by up to a third; measured in a picture, by
 * more.
 */
export function hasEvenSteps(steps: readonly number[], isSeen = false): boolean {
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const { headerEv, pictureEv, share, minEv } = evenness;
  return least > minEv && most - least <= Math.max(isSeen ? pictureEv : headerEv, share * least);
}

/** Like {@link hasEvenSteps}, for steps measured in pictures: the ends of a tone curve bend them by up to a third. */
export function areEvenInPictures(evs: readonly number[]): boolean {
  const steps = stepsOf(evs);
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return least > evenness.minSeenEv && most - least <= Math.max(evenness.seenEv, evenness.seenShare * most);
}

/** Ascending, descending, or the middle first and then the others (0/−/+, 0/+/−, and the longer ones of 5, 7, 9). */
export function bracketOrder(evs: readonly number[]): BracketOrder {
  const rises = isRising(evs);
  if (rises) return "ascending";
  if (isRising(evs.map((ev) => -ev))) return "descending";
  const [first, ...others] = evs;
  const middle = others.some((ev) => ev < first) && others.some((ev) => ev > first);
  const darker = others.filter((ev) => ev < first);
  const brighter = others.filter((ev) => ev > first);
  const orderly = isMonotone(darker) && isMonotone(brighter);
  return middle && orderly ? "middle first" : "irregular";
}

function isMonotone(values: readonly number[]): boolean {
  return isRising(values) || isRising(values.map((value) => -value));
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || value > values[i - 1]);
}

/**
 * A key that is equal for sets of the same size, steps and order, such as `0,-6,6` in thirds of a stop; for levels from
 * pictures, of the same size and order.
 */
export function signatureOf({ evs, isPicture }: { evs: readonly number[]; isPicture: boolean }): string {
  if (isPicture) return `${evs.length} ${bracketOrder(evs)}`;
  const steps = stepsOf(evs);
  if (evs.length < 3 || !hasEvenSteps(steps)) return evs.map((ev) => Math.round((ev - evs[0]) * 3)).join(",");
  // Rounding errors of times add up over a long bracket: the mean step is the one that was set.
  const thirds = Math.round((3 * steps.reduce((sum, step) => sum + step, 0)) / steps.length);
  const ranks = evs.map((ev) => evs.filter((other) => other < ev).length);
  return ranks.map((rank) => (rank - ranks[0]) * thirds).join(",");
}
