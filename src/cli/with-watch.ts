import { stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineError } from "../errors/index.ts";
import { listFiles, pathKey } from "../pipeline/disk/index.ts";
import type { Command } from "./command.ts";
import { requirePaths } from "./failures.ts";
import type { OwnFlag } from "./flags.ts";
import { errorLine, printable } from "./print.ts";

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

interface WatchTimes {
  /** Interval between polls in ms. File system events are not used, since network folders have none. */
  readonly pollMs: number;
  /** Time in ms without changes before a run: the next frame may still be on its way, or a file half copied. */
  readonly stableMs: number;
}

/**
 * Polls until the state differs from `handled` and is stable; returns it, or `undefined` if the signal fires first.
 * Rejects if `read` rejects.
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

const usualTimes: WatchTimes = { pollMs: 1000, stableMs: 5000 };

const watchFlag: OwnFlag = {
  type: "boolean",
  doc: "Watch the paths, for tethered shoots: until Ctrl-C, run with --resume whenever files have changed and then stayed unchanged for 5 seconds",
};

/** Flags that print one document or list, which `--watch` cannot repeat. */
const excluded = ["json", "ndjson", "dry-run"];

/**
 * The command with `--watch`, which runs it repeatedly with `resume`. Ctrl-C between two runs ends it with the exit
 * code of the last one; during a run it ends that run as usual. An error of a whole run ends the watch, too, except
 * that an empty folder is watched until it has photographs.
 */
export function withWatch(command: Command, times: WatchTimes = usualTimes): Command {
  return {
    ...command,
    flags: { ...command.flags, watch: watchFlag },
    async run(flags, streams, signal) {
      const { paths, own } = flags;
      if (own["watch"] !== true) return command.run(flags, streams, signal);
      const other = excluded.find((flag) => own[flag] === true);
      if (other !== undefined) throw new EngineError("options/conflict", `--watch cannot be combined with --${other}`);
      requirePaths(paths);
      streams.err(`watching ${paths.map(printable).join(", ")}; Ctrl-C ends\n`);
      const read = () => stateOfFiles(paths, own["recursive"] === true, String(own["output-dir"]));
      const again = { ...flags, own: { ...own, resume: true } };
      let exitCode = 0;
      let handled: string | undefined;
      for (;;) {
        handled = await nextStableState(read, handled, times, signal);
        if (handled === undefined) return exitCode;
        exitCode = await command.run(again, streams, signal).catch((thrown: unknown) => {
          if (!(thrown instanceof EngineError) || thrown.code !== "input/empty") throw thrown;
          streams.err(`${errorLine(thrown)}\n`);
          return 0;
        });
      }
    },
  };
}
