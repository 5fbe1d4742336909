import { EngineError } from "../../errors/index.ts";
import { sidecarTags, type TagRecord } from "../../stages/metadata/index.ts";
import { findSidecars, type InputFile } from "../disk/index.ts";
import type { Tools } from "../tools.ts";
import type { Headers } from "./header-cache.ts";

/**
 * The same headers, completed by the XMP files next to the photographs. These are searched for while headers are read,
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

/** Of every file, the tags of each of its sidecars; one that cannot be read says nothing. */
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
