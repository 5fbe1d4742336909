import { parseArgs } from "node:util";
import { freePort } from "../test/support/free-port.ts";
import { findPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { randomMoments } from "./kills/moments.ts";
import { runKills } from "./kills/run-kills.ts";
import { mountSmallDisk } from "./kills/small-disk.ts";

const usage = `Usage: npm run -w service bench -- kills [--count N] [--seed N] [--longest-ms N]

Kills the service, with its engines or without, or the engines alone, at random moments of running orders, starts it again on the
same folder, and says whether anything was lost, done twice, not told or left half-written. Exits with 1 where it was. Linux alone.
With LIGHTWELL_TEST_DATABASE_URL (postgres://…) it runs on a new database of that server, in place of the embedded one.
  --postgres       on a PostgreSQL of its own (Debian's package), which is killed, restarted and cut off as well
  --small-disk     its files on a disk of 64 MB (tmpfs; for root alone), which is full now and then
  --count N        kills (100)
  --seed N         of the moments (1)
  --longest-ms N   longest time from listening to a kill (3000)`;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "longest-ms": { type: "string", default: "3000" },
    postgres: { type: "boolean", default: false },
    "small-disk": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else {
  const programs = values.postgres ? await findPostgres() : undefined;
  if (values.postgres && programs === undefined)
    throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const postgres = programs === undefined ? undefined : await startPostgres(programs, await freePort());
  const disk = values["small-disk"] ? await mountSmallDisk() : undefined;
  const { problems, ...counts } = await runKills({
    moments: randomMoments({
      count: Number(values.count),
      seed: Number(values.seed),
      longestMs: Number(values["longest-ms"]),
      has: { postgres: postgres !== undefined, store: disk !== undefined },
    }),
    postgres,
    disk,
    tell: (line) => console.log(line),
  }).finally(async () => {
    await disk?.close();
    await postgres?.close();
  });
  console.table(counts);
  for (const problem of problems) console.log(`BROKEN: ${problem}`);
  console.log(problems.length === 0 ? "every rule held" : `${problems.length} rules broken`);
  if (problems.length > 0) process.exitCode = 1;
}
