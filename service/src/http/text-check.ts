/**
 * The path, as `field.field`, of a text in `value` that PostgreSQL cannot store (U+0000, or half a surrogate pair);
 * undefined if there is none. Also limits how deeply values nest.
 */
export function findBadText(value: unknown, path = "", depth = 0): string | undefined {
  if (typeof value === "string") return isKept(value) ? undefined : path || "body";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > 32) return path;
  for (const [name, entry] of Object.entries(value)) {
    const place = path ? `${path}.${name}` : name;
    if (!isKept(name)) return path || "body";
    const found = findBadText(entry, place, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isKept(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
