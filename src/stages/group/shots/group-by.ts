/** Parts `items` by key, in the order in which the keys first come; what has no key is left out. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
