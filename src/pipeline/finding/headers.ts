import { EngineError } from "../../errors/index.ts";
import { sidecarTags, type TagRecord } from "../../stages/metadata/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { findSidecars, type InputFile } from "../disk/index.ts";
import type { TaskOutput } from "../tasks.ts";
import type { FileCache, Tools } from "../tools.ts";

interface KnownHeaders {
  readonly tags: TagRecord;
  readonly probed: TaskOutput<"probe">;
}

/** Maximum number of concurrent cache lookups. */
const lookups = 16;

/**
 * The headers of all files, in order: from the cache, otherwise from `read`. The cache keeps the latter if both the
 * metadata and the picture could be read. `onKnown` is called for every file found in the cache.
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
 * What is read from each file before its pixels, in the order of the files, with an error instead of each file that
 * fails.
 */
export interface Headers {
  readonly tags: Promise<readonly (TagRecord | EngineError)[]>;
  readonly probes: Promise<readonly (TaskOutput<"probe"> | EngineError)[]>;
}

/**
 * Completes headers with the XMP files next to the photographs. These are searched for while headers are read,
 * and never cached: the cache depends on the photographs alone.
 */
export function withSidecars(
  files: readonly InputFile[],
  { tags, probes }: Headers,
  tools: Tools,
  signal: AbortSignal,
): Headers {
  const sidecars = readSidecars(files, tools, signal);
  sidecars.catch(() => {});
  const merged = tags.then(async (own) => {
    const sidecarLists = await sidecars;
    return own.map((read, i) => {
      if (sidecarLists[i].length === 0) return read;
      return Object.assign({}, read instanceof EngineError ? {} : read, ...sidecarLists[i]);
    });
  });
  return { tags: merged, probes };
}

/** The tags of each sidecar of every file; sidecars that cannot be read are skipped. */
async function readSidecars(
  files: readonly InputFile[],
  tools: Tools,
  signal: AbortSignal,
): Promise<readonly (readonly TagRecord[])[]> {
  const found = await findSidecars(files);
  const paths = [...new Set(found.flat())];
  if (paths.length === 0) return found.map(() => []);
  const read = await tools.metadata.read(paths, signal);
  const byPath = new Map(paths.map((path, i) => [path, read[i]]));
  return found.map((own) =>
    own.flatMap((path) => {
      const tags = byPath.get(path);
      return tags === undefined || tags instanceof EngineError ? [] : [sidecarTags(tags)];
    }),
  );
}
