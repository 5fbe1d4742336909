import { basename } from "node:path";
import { EngineError, type Warning } from "../errors/index.ts";
import { fileExists, isPattern, type ListedFiles, listFiles, matchFiles, pathKey } from "../pipeline/disk/index.ts";
import { requirePaths } from "./failures.ts";
import type { OwnFlag } from "./flags.ts";
import { listImages } from "./list-images.ts";

/** Of every command that takes folders. */
export const recursiveFlag: OwnFlag = {
  type: "boolean",
  doc: "Also search subfolders; pictures go to subfolders of the same names",
};

export interface Photographs {
  readonly files: readonly string[];
  readonly foundInFolders: readonly string[];
  /** Of files in folders within those named: the way there from the folder named. */
  readonly folders: Readonly<Record<string, string>>;
  /** What was skipped. */
  readonly warnings: readonly Warning[];
}

/**
 * The photographs that the paths of a command name. Throws `options/invalid` without a path, `input/empty` where there
 * are none. A folder of `results` within a searched folder is not reported as skipped.
 */
export async function findPhotographs(
  given: readonly string[],
  own: Readonly<Record<string, unknown>>,
  results?: string,
): Promise<Photographs> {
  requirePaths(given);
  const paths = await expandPatterns(given);
  const listed = await listFiles(paths, { isRecursive: own["recursive"] === true });
  const files = await listImages(listed);
  const folders = listed.skipped.filter((folder) => results === undefined || pathKey(folder) !== pathKey(results));
  if (files.length === 0) refuseNone(paths, folders);
  return {
    files,
    foundInFolders: [...listed.fromFolder],
    folders: Object.fromEntries(listed.within),
    warnings: skippedWarnings(listed, files, folders),
  };
}

/** Patterns that no shell expanded, as in quotes and on Windows. Throws `input/empty` for one that matches nothing. */
export async function expandPatterns(paths: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      if (!isPattern(path) || (await fileExists(path))) return [path];
      const files = await matchFiles(path);
      if (files.length === 0) throw new EngineError("input/empty", `no file matches ${path}`);
      return files;
    }),
  );
  return lists.flat();
}

function refuseNone(paths: readonly string[], [first]: readonly string[]): never {
  const hint = first === undefined ? "" : `; --recursive looks into folders within folders, such as ${first}`;
  throw new EngineError("input/empty", `found no photographs in ${paths.join(", ")}${hint}`);
}

/** One line on everything in the given folders that is not used. */
function skippedWarnings(listed: ListedFiles, files: readonly string[], folders: readonly string[]): Warning[] {
  const taken = new Set(files);
  const others = listed.files.filter((file) => !taken.has(file));
  const system = [...new Set(listed.system.map((path) => basename(path)))];
  const parts = [
    ...(folders.length > 0 ? [`${listOf(folders, "folder")}, into which --recursive looks`] : []),
    ...(others.length > 0 ? [`${listOf(others, "file")}, not photographs by name or bytes`] : []),
    ...(system.length > 0 ? [`${listed.system.length} system folders and files (${namesOf(system)})`] : []),
  ];
  return parts.length === 0 ? [] : [{ code: "source/passed-over", message: `skipped: ${parts.join("; ")}` }];
}

const shown = 3;

function listOf(paths: readonly string[], what: string): string {
  return `${paths.length} ${what}${paths.length === 1 ? "" : "s"} (${namesOf(paths)})`;
}

function namesOf(paths: readonly string[]): string {
  return `${paths.slice(0, shown).join(", ")}${paths.length > shown ? ", …" : ""}`;
}
