import { parseArgs } from "node:util";
import { runKills } from "./kills/run-kills.ts";

const usage = `Usage: npm run -w service kills -- [--count N] [--seed N] [--longest-ms N]

Kills the service with its engines at random moments of running orders, starts it again on the same folder, and says whether anything
was lost, done twice, not told or left half-written. Exits with 1 where it was. Linux alone.
With LIGHTWELL_TEST_DATABASE_URL (postgres://…) it runs on a new database of that server, in place of the embedded one.
  --count N        kills (100)
  --seed N         of the moments (1)
  --longest-ms N   longest time from listening to a kill (3000)`;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "longest-ms": { type: "string", default: "3000" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else {
  const { problems, ...counts } = await runKills({
    count: Number(values.count),
    seed: Number(values.seed),
    longestMs: Number(values["longest-ms"]),
    tell: (line) => console.log(line),
  });
  console.table(counts);
  for (const problem of problems) console.log(`BROKEN: ${problem}`);
  console.log(problems.length === 0 ? "every rule held" : `${problems.length} rules broken`);
  if (problems.length > 0) process.exitCode = 1;
}
