import { constants } from "node:os";
import { main } from "./main.ts";

/** The process around {@link main}: streams, Ctrl-C and the exit code. A second Ctrl-C ends at once. */
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => {
    stop.abort();
    process.once(name, () => process.exit(128 + constants.signals[name]));
  });
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
    err: (text) => unread || process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
  },
  stop.signal,
);
process.exitCode = unread ? 0 : exitCode;
