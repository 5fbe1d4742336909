import { counter } from "../params.ts";
import { groupBy, type Shot } from "./shot.ts";

/**
 * A camera's counter goes from 9999, or from 999, to 0001 (or 0000). Where both ends are there and a wide hole lies
 * between, the numbers after the hole come first and those before it get a whole turn added.
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
  // 9999 → 1 and 9999 → 0 are the counter's turn; with the folder's number before it (1009999 → 1010001) it is a step
  // of 2.
  if (x % 10_000 === 9999) return [2, -9998, -9999].includes(y - x);
  // 999 → 1, and 1000999 → 1010001 where the folder has four digits after it.
  return x % 10_000 === 999 && (y - x === 9002 || (x === 999 && y <= 1));
}

export function isCounted(numbers: readonly number[]): boolean {
  const sorted = [...numbers].sort((a, b) => a - b);
  const short = sorted.filter((number, i) => i > 0 && number - sorted[i - 1] <= counter.shortHole).length;
  return numbers.length >= counter.leastShots && short >= counter.mostlyShort * (numbers.length - 1);
}

/** Those prefixes whose names count the shots, so that their order is that of taking. */
export function countedPrefixes(shots: readonly Shot[]): ReadonlySet<string> {
  const numbered = groupBy(shots, ({ name }) => (name.number === undefined ? undefined : name.prefix));
  const counted = numbered.filter((of) => isCounted(of.map(({ name }) => name.number!)));
  return new Set(counted.map(([{ name }]) => name.prefix));
}
