import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sharedFixture } from "../../../test/support/shared-fixtures.ts";

export interface BracketFolder {
  readonly name: string;
  readonly paths: readonly string[];
}

const photographs = /\.(jpe?g|png|tiff?|dng|nef|cr2|cr3|arw|heic)$/i;
const raws = /\.(dng|nef|cr2|cr3|arw)$/i;
/** Results and references that are next to frames. */
const results = /fusion|reference|mertens_|result/i;

/** Where brackets are next to the checkout. */
export const bracketsFolder = sharedFixture("brackets");

/** Brackets of folders: one a folder, or one each of the folders in it. Those that do not exist give none. */
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

/** RAW files if there are any: pictures developed from them are next to them. */
export function framesOf(names: readonly string[]): string[] {
  const frames = names.filter((name) => photographs.test(name) && !results.test(name));
  const raw = frames.filter((name) => raws.test(name));
  return raw.length > 1 ? raw : frames;
}
