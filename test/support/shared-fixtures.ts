import { existsSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { photographsFolder } from "../../fixtures/photographs/fetch.ts";

/**
 * Real photographs, which are not part of the project: all of them may be next to a checkout, and `npm run
 * fixtures:fetch` downloads those whose licence allows it. Tests that need them are skipped without them;
 * photograph-tests.ts lists these tests.
 */
const nextToCheckout = fileURLToPath(new URL("../../../shared/fixtures/", import.meta.url));
const root = existsSync(nextToCheckout) ? nextToCheckout : photographsFolder;

/** Whether there are any photographs. */
export const hasSharedFixtures = existsSync(root);

/** Whether all of these photographs, or folders with some, are present: `hasPhotographs("raw/crw", "heif/a.avif")`. */
export function hasPhotographs(...paths: readonly string[]): boolean {
  return paths.every((path) => existsSync(join(root, path)));
}

/** Path of one real photograph, e.g. `brackets/kitchen/bracket-1.JPG`. */
export function sharedFixture(path: string): string {
  return join(root, path);
}

/**
 * All photographs in a folder, sorted by path, without files exported from them (`a.dng.tiff` of `a.dng`). Empty if the
 * folder does not exist.
 */
export function sharedFixtures(folder: string): string[] {
  if (!hasPhotographs(folder)) return [];
  const entries = readdirSync(join(root, folder), { recursive: true }) as string[];
  return entries
    .map((name) => join(root, folder, name))
    .filter((path) => statSync(path).isFile() && !existsSync(path.slice(0, -extname(path).length || undefined)))
    .sort();
}

/** Those of `rows` whose photograph is present. `pathOf`: the path of a row; by default the row itself. */
export function presentRows<T>(rows: readonly T[], pathOf: (row: T) => string = String): T[] {
  const present = rows.filter((row) => hasPhotographs(pathOf(row)));
  // If none is present, all of them, so that they are reported as skipped.
  return present.length > 0 ? present : [...rows];
}
