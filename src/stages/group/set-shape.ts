import { sameExposureEv } from "./link.ts";

/** Where a shot's brightness comes from: its headers, or what its picture shows beside its neighbours. */
export interface Level {
  readonly ev: number;
  readonly source: "exposure" | "picture";
}

/** What the shape of a set is judged by, in capture order. */
export interface SetFacts {
  readonly levels: readonly (Level | undefined)[];
  /** Pauses between neighbours, one fewer than levels. */
  readonly gapsS: readonly (number | undefined)[];
  /** Every member's maker notes say that a bracket was on. */
  readonly makerSaysBracket: boolean;
}

/** In which order a bracket was taken. */
export type BracketOrder = "ascending" | "descending" | "middle first" | "irregular";

/**
 * Log-odds of a whole set beyond its links: a bracket has no exposure twice, equal steps, one of the orders that cameras
 * know, and an even cadence. A set of one scores 0.
 */
export function shapeScore({ levels, gapsS, makerSaysBracket }: SetFacts): number {
  const size = levels.length;
  if (size === 1) return 0;
  const few = size === 2 && !makerSaysBracket ? -1 : 0;
  return few + cadenceScore(gapsS) + exposureScore(knownLevels(levels));
}

/** The levels as numbers where all come from one source, so that they can be compared. */
export function knownLevels(levels: readonly (Level | undefined)[]): { evs: number[]; isPicture: boolean } | undefined {
  const source = levels[0]?.source;
  if (source === undefined || levels.some((level) => level?.source !== source)) return undefined;
  return { evs: levels.map((level) => level!.ev), isPicture: source === "picture" };
}

function exposureScore(known: { evs: number[]; isPicture: boolean } | undefined): number {
  if (known === undefined) return 0;
  const { evs, isPicture } = known;
  const sorted = [...evs].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((ev, i) => ev - sorted[i]);
  let score = 0;
  for (const step of steps) {
    // The clamp of a camera's slowest or fastest time can give one exposure twice, so that a repeat is not a bar.
    if (step <= sameExposureEv) score -= 4;
    else if (step < (isPicture ? 0.3 : 0.45)) score -= 2;
  }
  if (evs.length < 3) return score;
  const order = bracketOrder(evs);
  if (isPicture) return score + (order === "irregular" ? 0 : 0.5);
  return score + (hasEvenSteps(steps) ? 1.5 : -0.5) + (order === "irregular" ? -0.7 : 0.7);
}

/** Thirds of a stop round to steps that differ by up to a third. */
export function hasEvenSteps(steps: readonly number[]): boolean {
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return least > 0.25 && most - least <= Math.max(0.36, 0.2 * least);
}

/** Ascending, descending, or the middle first and then the others (0/−/+, 0/+/−, and the wider ones of 5, 7, 9). */
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

/** A pause much longer than the set's others is rather the pause between two sets. */
function cadenceScore(gapsS: readonly (number | undefined)[]): number {
  const gaps = gapsS.filter((gap) => gap !== undefined).sort((a, b) => a - b);
  if (gaps.length < 2) return 0;
  const middle = gaps[(gaps.length - 1) >> 1];
  return -0.8 * Math.log2((gaps.at(-1)! + 1.5) / (middle + 1.5));
}

/** The same for two sets of the same size, steps and order, e.g. `0,-6,6` in thirds of a stop. */
export function signatureOf(evs: readonly number[]): string {
  return evs.map((ev) => Math.round((ev - evs[0]) * 3)).join(",");
}
