import { stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listFiles, pathKey } from "../pipeline/disk/index.ts";

/**
 * Names, sizes and times of the files that paths name, as one text: two that are equal mean that no file was added,
 * changed or removed. Files of `results` are skipped, unless that folder is itself one of the paths. Throws `io/read`
 * for a folder that cannot be read.
 */
export async function stateOfFiles(paths: readonly string[], isRecursive: boolean, results: string): Promise<string> {
  const { files } = await listFiles(paths, { isRecursive });
  const isNamed = paths.some((path) => pathKey(path) === pathKey(results));
  const watched = isNamed ? files : files.filter((file) => !isWithin(results, file));
  const lines = watched.map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    return `${file}\0${found?.size}\0${found?.mtimeMs}`;
  });
  return (await Promise.all(lines)).join("\n");
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(resolve(folder), resolve(file));
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

export interface WatchTimes {
  /** Between two looks. Events of the file system are not used: folders of a network have none. */
  readonly pollMs: number;
  /** For so long nothing may change: a camera's next frame may be on its way, and a file half copied. */
  readonly stableMs: number;
}

/**
 * Looks again and again until the state differs from the one that was `handled` and has then been stable; returns it,
 * or `undefined` when the signal fires first. Rejects with what `read` does.
 */
export async function nextStableState(
  read: () => Promise<string>,
  handled: string | undefined,
  { pollMs, stableMs }: WatchTimes,
  signal: AbortSignal,
): Promise<string | undefined> {
  let state: string | undefined;
  let since = 0;
  while (!signal.aborted) {
    const current = await read();
    if (current !== state) [state, since] = [current, performance.now()];
    else if (current !== handled && performance.now() - since >= stableMs) return current;
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}
