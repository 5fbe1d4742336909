import { EngineError } from "../../errors/index.ts";
import type { TagRecord } from "../../stages/metadata/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import type { InputFile } from "../disk/index.ts";
import type { FileCache } from "../file-cache.ts";
import type { TaskOutput } from "../tasks.ts";

interface KnownHeaders {
  readonly tags: TagRecord;
  readonly probed: TaskOutput<"probe">;
}

/** How many entries are looked for at once. */
const lookups = 16;

/**
 * The headers of all files, in order: those that the cache knows from there, the others by `read`, which are kept where
 * both the metadata and the picture could be read. `onKnown` is called for every file that need not be read.
 */
export function recallHeaders(
  files: readonly InputFile[],
  cache: FileCache,
  read: (missing: readonly InputFile[]) => Headers,
  onKnown: () => void,
): Headers {
  const looked = lookUp(files, cache, onKnown).then((entries) => {
    const missing = entries.filter(({ known }) => known === undefined);
    const headers = read(missing.map(({ file }) => file));
    for (const each of [headers.tags, headers.probes]) each.catch(() => {});
    return { entries, missing, headers };
  });
  const merge = async <Part extends "tags" | "probes">(part: Part): Promise<Awaited<Headers[Part]>> => {
    const { entries, missing, headers } = await looked;
    const fresh = await headers[part];
    const places = new Map(missing.map((entry, i) => [entry, fresh[i]]));
    const known = { tags: "tags", probes: "probed" } as const;
    return entries.map((entry) => places.get(entry) ?? entry.known?.[known[part]]) as Awaited<Headers[Part]>;
  };
  const [tags, probes] = [merge("tags"), merge("probes")];
  // A failure is reported by the promises themselves.
  Promise.all([looked, tags, probes]).then(
    ([{ entries }, allTags, allProbes]) => keep(entries, allTags, allProbes, cache),
    () => {},
  );
  return { tags, probes };
}

interface Entry {
  readonly file: InputFile;
  readonly key: string | undefined;
  readonly known: KnownHeaders | undefined;
}

function lookUp(files: readonly InputFile[], cache: FileCache, onKnown: () => void): Promise<Entry[]> {
  return mapConcurrently(files, lookups, async (file) => {
    const key = await cache.keyOf(file, "headers");
    const known = key === undefined ? undefined : ((await cache.get(key)) as KnownHeaders | undefined);
    if (known !== undefined) onKnown();
    return { file, key, known };
  });
}

function keep(
  entries: readonly Entry[],
  allTags: Awaited<Headers["tags"]>,
  allProbes: Awaited<Headers["probes"]>,
  cache: FileCache,
): void {
  for (const [i, { key, known }] of entries.entries()) {
    const [tags, probed] = [allTags[i], allProbes[i]];
    if (key === undefined || known !== undefined) continue;
    if (tags instanceof EngineError || probed instanceof EngineError) continue;
    cache.set(key, { tags, probed });
  }
}

/**
 * What is read of each file before its pixels, in the order of the files; a file that fails gives its error in its
 * place.
 */
export interface Headers {
  readonly tags: Promise<readonly (TagRecord | EngineError)[]>;
  readonly probes: Promise<readonly (TaskOutput<"probe"> | EngineError)[]>;
}
