import { setFlagsFromString } from "node:v8";
import { main, stopSignals } from "./main.ts";

/**
 * What V8 is told: most loops of a run are entered once and are hot in milliseconds. Where another thread compiles such
 * a loop, this one goes on in slow code all the while, and both take time; what is put into the loop's code beyond
 * small functions costs more to compile than it spares. Together 6 to 12 % of the processor time of `enhance`. An
 * engine within another program leaves that program's flags alone, and so does a V8 that may not know them: it would
 * complain on standard error.
 */
const compilerFlags = ["--no-concurrent-osr", "--max-inlined-bytecode-size-cumulative=300"];
const newestKnownV8 = 13;
if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8)
  for (const flag of compilerFlags) setFlagsFromString(flag);

/** The process around {@link main}: streams, Ctrl-C and the exit code. A second Ctrl-C ends at once. */
const stop = new AbortController();
for (const name of stopSignals(process.platform)) {
  process.once(name, () => stop.abort());
}
// A reader that went away (`| head`) ends the program quietly, but not before its temporary files are gone.
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
// A thread inside a native library (an AVIF encoder works for half a minute) can neither be ended nor left behind by
// exit(). All is tidy by now, so Ctrl-C does what it does to any program; a shell shows the same 130.
if (stop.signal.aborted && !unread) {
  process.removeAllListeners("SIGINT");
  setTimeout(() => process.kill(process.pid, "SIGINT"), 200).unref();
}
