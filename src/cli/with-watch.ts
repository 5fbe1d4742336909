import { EngineError } from "../errors/index.ts";
import type { Command } from "./command.ts";
import { requirePaths } from "./failures.ts";
import { nextStableState, stateOfFiles, type WatchTimes } from "./file-changes.ts";
import type { OwnFlag } from "./flags.ts";
import { errorLine, printable } from "./print.ts";

const usualTimes: WatchTimes = { pollMs: 1000, stableMs: 5000 };

const watchFlag: OwnFlag = {
  type: "boolean",
  doc: "Watch the paths, for tethered shoots: run as with --resume whenever files have changed and then stayed the same for 5 seconds, until Ctrl-C",
};

/** Flags that give one document or list, not pictures as they come. */
const excluded = ["json", "ndjson", "dry-run"];

/**
 * The command with `--watch`, which runs it again and again with `resume`. Ctrl-C between two runs ends it with the
 * exit code of the last one; during a run it ends that run as usual. What ends a run as a whole ends the watch too,
 * except that a folder without photographs is waited for.
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
