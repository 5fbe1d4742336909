import { readdir } from "node:fs/promises";
import { sep } from "node:path";
import { fileExists } from "./output-file.ts";

const special = /[*?[]/;
const separators = sep === "\\" ? /[\\/]/ : "/";
const flags = sep === "\\" ? "isu" : "su";

/** Whether a path has `*`, `?` or `[` in it. */
export function isPattern(path: string): boolean {
  return special.test(path);
}

/**
 * Files that a pattern means, sorted within each folder: `*` and `?` match any letters and any letter of a name,
 * `[a-c]` and `[!a-c]` for one of these or none of them. Hidden files need a dot in the pattern.
 */
export async function matchFiles(pattern: string): Promise<string[]> {
  const parts = pattern.split(separators);
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
  const matches = matcherOf(part);
  const names = await readdir(folder || ".").catch((): string[] => []);
  return names.filter((name) => (part.startsWith(".") || !name.startsWith(".")) && matches.test(name)).sort();
}

function matcherOf(part: string): RegExp {
  const source = part.replace(/\*+|\?|\[!?[^\]]+\]|./gsu, (token) => {
    if (token.startsWith("*")) return ".*";
    if (token === "?") return ".";
    if (token.length === 1 || !token.startsWith("[")) return token.replace(/[\\^$.|+()[\]{}/]/, "\\$&");
    const [, not, letters] = /^\[(!?)(.+)\]$/su.exec(token) ?? [];
    return `[${not ? "^" : ""}${letters.replace(/[\\^[]/g, "\\$&")}]`;
  });
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    return /[^\s\S]/; // a range that ends before it begins matches nothing
  }
}
