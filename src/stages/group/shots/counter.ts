import { counter } from "../order-params.ts";
import { groupBy, type Shot } from "./shot.ts";

/**
 * Unwraps a camera's counter, which continues from 9999, or from 999, with 0001 (or 0000). If the numbers include both
 * ends with a wide gap between them, those after the gap were taken first, and the counter's size is added to those
 * before it.
 */
export function rollover(numbers: readonly (number | undefined)[]): (number | undefined)[] {
  const known = [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
  // Some names have the month and day, or the folder, before the counter: P5039999 is followed by P5030001.
  const base = Math.floor((known[0] ?? 0) / 10_000) * 10_000;
  const [first, last] = [(known[0] ?? 0) - base, (known.at(-1) ?? 0) - base];
  const size = counter.sizes.find((each) => last < each);
  if (size === undefined || known.length < 2 || first >= counter.nearEnd * size || last < (1 - counter.nearEnd) * size)
    return [...numbers];
  let hole = 1;
  for (let i = 2; i < known.length; i++) if (known[i] - known[i - 1] > known[hole] - known[hole - 1]) hole = i;
  const firstKept = known[hole];
  if (firstKept - known[hole - 1] <= size / 2) return [...numbers];
  return numbers.map((number) => (number === undefined || number >= firstKept ? number : number + size));
}

/** Whether y is the number after x. */
export function isNext(x: number, y: number): boolean {
  if (y - x === 1) return true;
  // The counter wraps from 9999 to 1 or 0; with the folder's number before it (1009999 → 1010001) this is a step of 2.
  const [short, long] = counter.sizes;
  if (x % long === long - 1) return [2, 2 - long, 1 - long].includes(y - x);
  // 999 → 1, and 1000999 → 1010001 if the folder is followed by four digits.
  return x % long === short - 1 && (y - x === long - short + 2 || (x === short - 1 && y <= 1));
}

export function isCounted(numbers: readonly number[]): boolean {
  const sorted = [...numbers].sort((a, b) => a - b);
  const short = sorted.filter((number, i) => i > 0 && number - sorted[i - 1] <= counter.shortHole).length;
  return numbers.length >= counter.minShots && short >= counter.mostlyShort * (numbers.length - 1);
}

/** Prefixes whose numbers count the shots, so that the order of names is the order of capture. */
export function countedPrefixes(shots: readonly Shot[]): ReadonlySet<string> {
  const numbered = groupBy(shots, ({ name }) => (name.number === undefined ? undefined : name.prefix));
  const counted = numbered.filter((of) => isCounted(of.map(({ name }) => name.number!)));
  return new Set(counted.map(([{ name }]) => name.prefix));
}
