import { compareNames, isNext, type Shot } from "../shots/index.ts";

/** So many of the names must follow the one before them. */
const leastShare = 0.3;

/**
 * Whether the names of shots say in which order they were taken. Hashes, and words such as over and under, say nothing:
 * then what one camera angle shows is all that there is to go by.
 */
export function hasNamesInOrder(shots: readonly Shot[]): boolean {
  const names = [...shots].sort((a, b) => compareNames(a.frame.name, b.frame.name)).map(({ name }) => name);
  const following = names.filter((name, i) => {
    const before = names[i - 1];
    if (before?.number === undefined || name.number === undefined) return false;
    return before.prefix === name.prefix && isNext(before.number, name.number);
  });
  return following.length >= leastShare * (names.length - 1);
}
