import { basename, extname, join } from "node:path";
import type { Engine } from "../engine.ts";
import { EngineError } from "../errors/index.ts";
import type { LookExamples } from "../pipeline/calls/index.ts";
import { collisionKey, isOf, listFiles, readText } from "../pipeline/disk/index.ts";
import { type Look, parseLook } from "../stages/tone/index.ts";
import { expandPatterns } from "./find-photographs.ts";
import type { OwnFlag } from "./flags.ts";
import { listImages } from "./list-images.ts";

export const matchFlag: OwnFlag = {
  type: "string",
  value: "FILE|FOLDER",
  doc: "Follow a look: a file that `look learn` wrote, or a folder of finished pictures (or of before/ and after/) to learn it from",
};

const maxBytes = 2 ** 20;

/** The look of a file, or learned from a folder. Throws `input/look`. */
export async function readLook(path: string, engine: Engine, signal: AbortSignal): Promise<Look> {
  if (await isOf(path, "isDirectory")) return engine.learnLook(await findExamples([path]), { signal });
  return readLookFile(path);
}

/** The look of a file. Throws `input/look`. */
export async function readLookFile(path: string): Promise<Look> {
  return parseLook(await readText(path, maxBytes), path);
}

/**
 * Pictures under the paths: a folder with `before` and `after` in it gives pairs by base names, anything else finished
 * pictures.
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
