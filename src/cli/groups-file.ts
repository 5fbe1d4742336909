import { basename, resolve } from "node:path";
import { EngineError, wrapError } from "../errors/index.ts";
import { readText } from "../pipeline/source.ts";

/**
 * Reads sets by hand from a JSON file: what `group --json` prints, or just `[["a.jpg", "b.jpg"], …]`. A name means the same file
 * however its path is spelled; a bare file name means the one of `files` that is called so. Throws `input/groups` where it is neither.
 */
export async function readGroupsFile(path: string, files: readonly string[]): Promise<string[][]> {
  let document: unknown;
  try {
    document = JSON.parse(await readText(path, 64 * 2 ** 20));
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    throw wrapError(thrown, "input/groups", `groups file ${path}`);
  }
  const lists = isRecord(document) ? document["groups"] : document;
  if (!Array.isArray(lists)) throw refused(path, "a list of groups");
  const find = finderOf(files);
  return lists.map((entry: unknown) => {
    const named = isRecord(entry) ? entry["files"] : entry;
    if (!Array.isArray(named) || named.length === 0 || !named.every((name) => typeof name === "string")) {
      throw refused(path, 'every group as a list of file names, or as {"files": […]}');
    }
    return named.map(find);
  });
}

/** Finds the file as this run names it; a name of no file stays and is refused where the sets are formed. */
function finderOf(files: readonly string[]): (name: string) => string {
  const byPath = new Map(files.map((file) => [resolve(file), file]));
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const called = byName.get(basename(file));
    if (called) called.push(file);
    else byName.set(basename(file), [file]);
  }
  return (name) => {
    const same = byPath.get(resolve(name));
    if (same !== undefined) return same;
    const called = byName.get(name) ?? [];
    return called.length === 1 ? called[0] : name;
  };
}

function refused(path: string, expected: string): EngineError {
  return new EngineError("input/groups", `groups file ${path}: expected ${expected}`, { file: path });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
