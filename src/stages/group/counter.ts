const counterSize = 10_000;
/** Numbers this near to both ends of the counter, with nothing in between, are two sides of its turn. */
const nearEnd = 1000;

/**
 * A camera's four-digit counter goes from 9999 to 0001 (or 0000). Where both ends are there and a wide hole lies between, the numbers
 * after the hole come first and those before it get a whole turn added.
 */
export function rollover(numbers: readonly (number | undefined)[]): (number | undefined)[] {
  const known = [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
  const last = known.at(-1) ?? 0;
  if (known.length < 2 || known[0] >= nearEnd || last < counterSize - nearEnd || last >= counterSize)
    return [...numbers];
  let hole = 1;
  for (let i = 2; i < known.length; i++) if (known[i] - known[i - 1] > known[hole] - known[hole - 1]) hole = i;
  const firstKept = known[hole];
  if (firstKept - known[hole - 1] <= counterSize / 2) return [...numbers];
  return numbers.map((number) => (number === undefined || number >= firstKept ? number : number + counterSize));
}

/** Whether y is the number after x. */
export function isNext(x: number, y: number): boolean {
  // 9999 → 1 and 9999 → 0 are the counter's turn; with the folder's number before it (1009999 → 1010001) it is a step of 2.
  return [1, -9998, -9999].includes(y - x) || (y - x === 2 && x % counterSize === counterSize - 1);
}
