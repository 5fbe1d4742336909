import { existsSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Real photographs that may be next to a checkout; they are not part of the project, so tests that need them skip
 * without.
 */
const root = fileURLToPath(new URL("../../../shared/fixtures/", import.meta.url));

export const hasSharedFixtures = existsSync(root);

/** Path of one real photograph, e.g. `brackets/kitchen/bracket-1.JPG`. */
export function sharedFixture(path: string): string {
  return join(root, path);
}

/**
 * All photographs below a folder, sorted by path; not what was exported of one and is next to it (`a.dng.tiff` of
 * `a.dng`).
 */
export function sharedFixtures(folder: string): string[] {
  if (!hasSharedFixtures) return [];
  const entries = readdirSync(join(root, folder), { recursive: true }) as string[];
  return entries
    .map((name) => join(root, folder, name))
    .filter((path) => statSync(path).isFile() && !existsSync(path.slice(0, -extname(path).length || undefined)))
    .sort();
}
