import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isStorageKey } from "../../src/storage/storage.ts";

/**
 * Files of a data folder that no storage key leads to: what a job was working on, and uploads that never ended. Where
 * processes share the folder (`isShared`), no start removes what another one may be working on.
 */
export async function strayFiles(dataDir: string, { isShared }: { readonly isShared: boolean }): Promise<string[]> {
  const left = isShared ? [] : await filesIn(join(dataDir, "work"));
  const storage = join(dataDir, "storage");
  const stored = (await filesIn(storage)).filter((path) => !isStorageKey(relative(storage, path).split(sep).join("/")));
  return [...left, ...stored].map((path) => `the file ${path} was left behind`);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
