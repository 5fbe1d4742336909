import { readdir } from "node:fs/promises";
import { fileExists } from "./output-file.ts";
import { isPattern, patternMatcher, splitPattern } from "./path-rules.ts";

/** Files that a pattern means ({@link patternMatcher}), sorted within each folder. */
export async function matchFiles(pattern: string): Promise<string[]> {
  const { parts, sep } = splitPattern(pattern);
  let found = [""];
  for (const [i, part] of parts.entries()) {
    const end = i === parts.length - 1 ? "" : sep;
    const lists = await Promise.all(found.map((folder) => namesIn(folder, part)));
    found = found.flatMap((folder, at) => lists[at].map((name) => folder + name + end));
  }
  const exists = await Promise.all(found.map(fileExists));
  return found.filter((_, i) => exists[i]);
}

async function namesIn(folder: string, part: string): Promise<string[]> {
  if (!isPattern(part)) return [part];
  const names = await readdir(folder || ".").catch((): string[] => []);
  return names.filter(patternMatcher(part)).sort();
}
