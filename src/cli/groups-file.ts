import { EngineError, wrapError } from "../errors/index.ts";
import { readText } from "../pipeline/source.ts";

/**
 * Reads sets by hand from a JSON file: what `group --json` prints, or just `[["a.jpg", "b.jpg"], …]`. Throws `input/groups` where it
 * is neither.
 */
export async function readGroupsFile(path: string): Promise<string[][]> {
  let document: unknown;
  try {
    document = JSON.parse(await readText(path, 64 * 2 ** 20));
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    throw wrapError(thrown, "input/groups", `groups file ${path}`);
  }
  const lists = isRecord(document) ? document["groups"] : document;
  if (!Array.isArray(lists)) throw refused(path, "a list of groups");
  return lists.map((entry: unknown) => {
    const files = isRecord(entry) ? entry["files"] : entry;
    if (!Array.isArray(files) || files.length === 0 || !files.every((file) => typeof file === "string")) {
      throw refused(path, 'every group as a list of file names, or as {"files": […]}');
    }
    return files as string[];
  });
}

function refused(path: string, expected: string): EngineError {
  return new EngineError("input/groups", `groups file ${path}: expected ${expected}`, { file: path });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
