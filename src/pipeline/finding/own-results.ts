import type { Warning } from "../../errors/index.ts";
import { isOwnResult } from "../../stages/metadata/index.ts";
import type { InputFile } from "../disk/index.ts";
import type { Headers } from "./headers.ts";

interface Considered {
  readonly files: readonly InputFile[];
  readonly headers: Headers;
  /** The results that were skipped. */
  readonly own: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

/**
 * The files without those of `found` that are results of earlier runs: a user who names a folder means the photographs
 * in it, even if results were written into the same folder. Files that `groups` name are kept, and so are all results
 * if there are no other files.
 */
export async function withoutOwnResults(
  files: readonly InputFile[],
  headers: Headers,
  found: readonly string[],
  groups: readonly (readonly string[])[] | undefined,
): Promise<Considered> {
  const names = new Set(found);
  for (const name of groups?.flat() ?? []) names.delete(name);
  if (names.size === 0) return { files, headers, own: [], warnings: [] };
  const [tags, probes] = await Promise.all([headers.tags, headers.probes]);
  const isOwn = files.map(({ name }, i) => {
    const read = tags[i];
    return names.has(name) && !(read instanceof Error) && isOwnResult(read);
  });
  const own = files.filter((_, i) => isOwn[i]);
  if (own.length === 0 || own.length === files.length) return { files, headers, own: [], warnings: [] };
  const others = <T>(list: readonly T[]) => list.filter((_, i) => !isOwn[i]);
  return {
    files: others(files),
    headers: { tags: Promise.resolve(others(tags)), probes: Promise.resolve(others(probes)) },
    own,
    warnings: [{ code: "group/own-results", message: sentenceOf(own.map(({ name }) => name)) }],
  };
}

function sentenceOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const made = names.length === 1 ? "is a result of an earlier run and was" : "are results of earlier runs and were";
  return `group: ${shown}${more} ${made} skipped; name them one by one to include them`;
}
