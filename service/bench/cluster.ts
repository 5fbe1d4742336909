import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePort } from "../test/support/free-port.ts";
import { findPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { isSwiftInstalled, startSwift, swiftPackages } from "../test/support/swift-server.ts";
import { runCluster } from "./cluster/run-cluster.ts";
import { clockPackage, findClockLibrary } from "./cluster/skewed-clocks.ts";

const usage = `Usage: npm run -w service bench -- cluster [--rounds N] [--out FILE]

Proves that a cluster keeps its promises: two APIs behind a balancer and four workers, on a PostgreSQL and a Swift of their own (Debian's
packages), enhance 60 images a round while processes and engines are killed, a worker loses its network, PostgreSQL restarts and the store
fails. Then nothing may be lost, visible twice, not delivered, other than the embedded service makes it, or left over. Exits with 1 where a
promise is broken. Linux alone.
  --rounds N    of all faults, of some two minutes each (1); 14 take half an hour
  --out FILE    where the report goes, as JSON (service/bench/results/cluster.json)`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    out: { type: "string", default: fileURLToPath(new URL("results/cluster.json", import.meta.url)) },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else {
  const programs = await findPostgres();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  if (!isSwiftInstalled()) throw new Error(`Swift is not installed: apt-get install ${swiftPackages.join(" ")}`);
  const clockLibrary = findClockLibrary();
  if (clockLibrary === undefined) throw new Error(`${clockPackage} is not installed: apt-get install ${clockPackage}`);
  const begun = Date.now();
  const events: string[] = [];
  const log = (line: string) => {
    const event = `${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${line}`;
    events.push(event);
    console.log(event);
  };
  const [postgres, swift] = await Promise.all([startPostgres(programs, await freePort()), startSwift()]);
  const { problems, ...counts } = await runCluster({
    ...{ postgres, swift, clockLibrary, log },
    rounds: Number(values.rounds),
  }).finally(() => Promise.all([postgres.close(), swift.close()]));
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.table({ ...counts, seconds });
  for (const problem of problems) console.log(`BROKEN: ${problem}`);
  console.log(problems.length === 0 ? "every promise held" : `${problems.length} promises broken`);
  const machine = `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`;
  const report = { measured: new Date().toISOString().slice(0, 10), machine, ...counts, seconds, problems, events };
  await writeFile(values.out, `${JSON.stringify(report, null, 2)}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
