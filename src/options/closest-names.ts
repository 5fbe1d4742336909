/** Maximum number of edits, which is also limited to half of a name's length. */
const maxEdits = 2;
/** Minimum length of a common beginning; shorter names begin too many others. */
const shortestPrefix = 3;
const maxShown = 3;

/**
 * Up to three known names that `name` could mean, nearest first: at most two edits away, or with a common beginning.
 */
export function closestNames(name: string, known: readonly string[]): string[] {
  const asked = lettersOf(name);
  const limit = Math.min(maxEdits, Math.floor(asked.length / 2));
  return known
    .map((candidate) => ({ candidate, letters: lettersOf(candidate) }))
    .map((each) => ({ ...each, distance: editDistance(asked, each.letters) }))
    .filter(({ letters, distance }) => distance <= limit || isBeginning(asked, letters))
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate, "en"))
    .slice(0, maxShown)
    .map(({ candidate }) => candidate);
}

/** Normalises the two spellings of flags and options: `--max-width` and `maxWidth`. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** `did you mean a or b?` as the last part of a message, or `otherwise` if no name is close. */
export function didYouMean(near: readonly string[], otherwise: string): string {
  return near.length === 0 ? otherwise : `did you mean ${near.join(" or ")}?`;
}

function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= shortestPrefix && (a.startsWith(b) || b.startsWith(a));
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    previous = row;
  }
  return previous[b.length];
}
