import { setFlagsFromString } from "node:v8";
import { main, stopSignals } from "./main.ts";

/**
 * Flags for V8. Most loops of a run are entered once and become hot within milliseconds. If another thread compiles
 * such a loop, this one continues in slow code, and both take time. Inlining more than small functions into a loop
 * costs more to compile than it saves, and so does peeling, which compiles the body of each loop twice. The first two
 * flags save 6 to 12 % of the processor time of `enhance`, the third another 5 % if frames are small. An engine within
 * another program does not change that program's flags. They are not set for newer V8 versions that may not have them
 * and would report this on standard error.
 */
const compilerFlags = ["--no-concurrent-osr", "--max-inlined-bytecode-size-cumulative=300", "--no-turbo-loop-peeling"];
const newestKnownV8 = 13;
if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8)
  for (const flag of compilerFlags) setFlagsFromString(flag);

/** The process around {@link main}: streams, Ctrl-C and the exit code. A second Ctrl-C ends at once. */
const stop = new AbortController();
for (const name of stopSignals(process.platform)) {
  process.once(name, () => stop.abort());
}
// If the reader of a pipe ends (`| head`), the program ends silently after it has removed its temporary files.
let unread = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    unread = true;
    stop.abort();
  });
}

const exitCode = await main(
  process.argv.slice(2),
  {
    out: (text) => unread || process.stdout.write(text),
    bytes: (data) => unread || process.stdout.write(data),
    stdin: () => process.stdin,
    err: (text) => unread || process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
    ...(process.stdout.isTTY === true ? { columns: process.stdout.columns } : {}),
  },
  stop.signal,
);
process.exitCode = unread ? 0 : exitCode;
// A thread inside a native library (an AVIF encoder works for half a minute) can neither be stopped nor abandoned by
// exit(). Everything is cleaned up by now, so the default action of Ctrl-C ends the process; a shell shows the same
// 130.
if (stop.signal.aborted && !unread) {
  process.removeAllListeners("SIGINT");
  setTimeout(() => process.kill(process.pid, "SIGINT"), 200).unref();
}
