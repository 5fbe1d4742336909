import { basename, extname, join } from "node:path";
import { codecs } from "../codecs/index.ts";
import type { Engine } from "../engine.ts";
import { EngineError, type Warning } from "../errors/index.ts";
import type { LookExamples } from "../pipeline/calls/index.ts";
import { mapConcurrently } from "../pipeline/concurrency.ts";
import {
  collisionKey,
  fileExists,
  isOf,
  isPattern,
  type ListedFiles,
  listFiles,
  matchFiles,
  pathKey,
  readHead,
  readText,
} from "../pipeline/disk/index.ts";
import { type Look, parseLook } from "../stages/tone/index.ts";
import { requirePaths } from "./failures.ts";
import type { OwnFlag } from "./flags.ts";
import { counted } from "./print.ts";

/**
 * Names of photographs: such a file is kept regardless of its bytes, so that a broken one is reported and not lost.
 */
const photoNames =
  /\.(jpe?g|png|webp|tiff?|avif|hei[cf]|hif|jxl|dng|cr[23w]|raf|3fr|fff|rwl|nef|nrw|orf|rw2|pef|x3f|arw|srf|sr2|gpr|kdc|dcr|mrw|erf|mef|mos|iiq)$/i;

/**
 * Files in folders that are not photographs by name or bytes (notes, sidecars, catalogues) are skipped; files given
 * individually are kept, so that a wrong one is reported.
 */
async function listImages(listed: {
  readonly files: readonly string[];
  readonly fromFolder: ReadonlySet<string>;
}): Promise<string[]> {
  const { files, fromFolder } = listed;
  const keep = await mapConcurrently(files, 8, async (file) => {
    if (!fromFolder.has(file) || photoNames.test(file)) return true;
    const head = await readHead(file, 4096);
    return codecs.some((codec) => codec.matches(head));
  });
  return files.filter((_, i) => keep[i]);
}

/** Flag of every command that accepts folders. */
export const recursiveFlag: OwnFlag = {
  type: "boolean",
  doc: "Also search subfolders; pictures go to subfolders of the same names",
};

interface Photographs {
  readonly files: readonly string[];
  readonly foundInFolders: readonly string[];
  /** For files in subfolders: the relative path of their folder from the given folder. */
  readonly folders: Readonly<Record<string, string>>;
  /** Warnings about skipped files. */
  readonly warnings: readonly Warning[];
}

/**
 * The photographs at the paths of a command. Throws `options/invalid` without a path, `input/empty` if there are none.
 * A folder of `results` within a searched folder is not reported as skipped.
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

/**
 * Expands patterns that the shell did not, as in quotes and on Windows. Throws `input/empty` for one that matches
 * nothing.
 */
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
  const hint = first === undefined ? "" : `; --recursive also searches subfolders, such as ${first}`;
  throw new EngineError("input/empty", `found no photographs in ${paths.join(", ")}${hint}`);
}

/** One line on everything in the given folders that is not used. */
function skippedWarnings(listed: ListedFiles, files: readonly string[], folders: readonly string[]): Warning[] {
  const taken = new Set(files);
  const others = listed.files.filter((file) => !taken.has(file));
  const system = [...new Set(listed.system.map((path) => basename(path)))];
  const parts = [
    ...(folders.length > 0 ? [`${listOf(folders, "folder")}, which --recursive searches`] : []),
    ...(others.length > 0 ? [`${listOf(others, "file")}, not photographs by name or bytes`] : []),
    ...(system.length > 0 ? [`${listed.system.length} system folders and files (${namesOf(system)})`] : []),
  ];
  return parts.length === 0 ? [] : [{ code: "source/passed-over", message: `skipped: ${parts.join("; ")}` }];
}

const shown = 3;

function listOf(paths: readonly string[], what: string): string {
  return `${counted(paths.length, what)} (${namesOf(paths)})`;
}

function namesOf(paths: readonly string[]): string {
  return `${paths.slice(0, shown).join(", ")}${paths.length > shown ? ", …" : ""}`;
}

export const matchFlag: OwnFlag = {
  type: "string",
  value: "FILE|FOLDER",
  doc: "Apply a look: a file written by `look learn`, or a folder of finished pictures (or with before/ and after/) to learn it from",
};

const maxBytes = 2 ** 20;

/** The look from a file, or learned from a folder. Throws `input/look`. */
export async function readLook(path: string, engine: Engine, signal: AbortSignal): Promise<Look> {
  if (await isOf(path, "isDirectory")) return engine.learnLook(await findExamples([path]), { signal });
  return readLookFile(path);
}

/** The look from a file. Throws `input/look`. */
export async function readLookFile(path: string): Promise<Look> {
  return parseLook(await readText(path, maxBytes), path);
}

/**
 * Finds pictures under the paths: a folder that contains `before` and `after` yields pairs by base name, anything else
 * finished pictures.
 */
export async function findExamples(
  paths: readonly string[],
  folders: { readonly before?: string | undefined; readonly after?: string | undefined } = {},
): Promise<LookExamples<string>> {
  const [path] = paths;
  const within = async (name: string) => {
    const folder = paths.length === 1 ? join(path, name) : "";
    return folder !== "" && (await isOf(folder, "isDirectory")) ? folder : undefined;
  };
  const before = folders.before ?? (await within("before"));
  const after = folders.after ?? (await within("after"));
  if (before === undefined && after === undefined) return { finished: await imagesIn(paths) };
  if (before === undefined || after === undefined) throw refused("both a folder before and one after", "one of them");
  const originals = new Map((await imagesIn([before])).map((file) => [stemOf(file), file]));
  const finished = (await imagesIn([after])).filter((file) => originals.has(stemOf(file)));
  if (finished.length === 0) throw refused("pictures of the same names before and after", "none");
  return { finished, before: finished.flatMap((file) => originals.get(stemOf(file)) ?? []) };
}

async function imagesIn(paths: readonly string[]): Promise<string[]> {
  return (await listImages(await listFiles(await expandPatterns(paths)))).sort();
}

function stemOf(file: string): string {
  return collisionKey(basename(file, extname(file)));
}

function refused(expected: string, came: string): EngineError {
  return new EngineError("input/look", `look: expected ${expected}, got ${came}`);
}
