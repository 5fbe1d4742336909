import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sharedFixture } from "../../../test/support/shared-fixtures.ts";

export interface BracketFolder {
  readonly name: string;
  readonly paths: readonly string[];
}

const photographs = /\.(jpe?g|png|tiff?|dng|nef|cr2|cr3|arw|heic)$/i;
const raws = /\.(dng|nef|cr2|cr3|arw)$/i;
/** Names of results and references stored with frames. */
const results = /fusion|reference|mertens_|result/i;

/** Folder of brackets next to the checkout. */
export const bracketsFolder = sharedFixture("brackets");

/** Brackets in folders: a folder is one, or each of its subfolders is one. Missing folders are skipped. */
export function findBrackets(folders: readonly string[]): BracketFolder[] {
  return folders.filter((folder) => existsSync(folder)).flatMap((folder) => bracketsIn(folder));
}

function bracketsIn(folder: string): BracketFolder[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const found = framesOf(files);
  if (found.length > 1) return [{ name: basename(folder), paths: found.map((name) => join(folder, name)) }];
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== "reference")
    .flatMap(({ name }) => {
      const inner = join(folder, name);
      const frames = framesOf(readdirSync(inner).sort());
      return frames.length > 1 ? [{ name, paths: frames.map((frame) => join(inner, frame)) }] : [];
    });
}

/** Names of RAW files if there are any, because pictures developed from them are in the same folder. */
export function framesOf(names: readonly string[]): string[] {
  const frames = names.filter((name) => photographs.test(name) && !results.test(name));
  const raw = frames.filter((name) => raws.test(name));
  return raw.length > 1 ? raw : frames;
}
