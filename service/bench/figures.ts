import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "./bench-service.ts";
import { measureDeadReceiver } from "./figures/dead-receiver.ts";
import { measureJobOverhead } from "./figures/job-overhead.ts";
import { measureStatus } from "./figures/status-times.ts";
import { measureTurns } from "./figures/turns.ts";
import { measureWorkers } from "./figures/workers.ts";

const usage = `Usage: npm run -w service bench -- figures [--only NAME] [--out FILE]

Measures what the service promises, some four minutes on a quiet machine, and saves it. Exits with 1 where a bar is missed.
Stand-ins take the place of engines, except for status and workers.
  --only NAME   overhead, turns, receiver, status or workers: measures that one and saves nothing
  --out FILE    where the figures go, as JSON (service/bench/results/figures.json)`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    out: { type: "string", default: fileURLToPath(new URL("results/figures.json", import.meta.url)) },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** A promise, how it is measured, and the bar: `most` or `least`. */
interface Promised {
  readonly what: string;
  readonly unit: string;
  readonly bar: number;
  readonly isLeast?: boolean;
  measure(): Promise<number>;
}

const promised: Readonly<Record<string, Promised>> = {
  overhead: {
    what: "overhead of a job, without its engine",
    ...{ unit: "ms", bar: 20 },
    measure: measureJobOverhead,
  },
  turns: {
    what: "jobs of an account with 10,000 images that begin before another account's single image",
    ...{ unit: "", bar: 2 },
    measure: measureTurns,
  },
  receiver: {
    what: "until an event arrives behind another account's receiver that never answers",
    ...{ unit: "s", bar: 5 },
    measure: measureDeadReceiver,
  },
  status: {
    what: "status at 300 requests/s while pictures are enhanced, 99 of 100",
    ...{ unit: "ms", bar: 25 },
    async measure() {
      const { times, failed, wasBusy } = await measureStatus({
        ...{ rate: 300, seconds: 15, images: 50, megapixels: 24, isIdle: false },
      });
      if (!wasBusy) console.log("the order was done before the time was over");
      return failed > 0 ? Number.POSITIVE_INFINITY : quantile(times, 0.99);
    },
  },
  workers: {
    what: "images for each second of processor time with two workers, over one worker's",
    ...{ unit: "", bar: 0.93, isLeast: true },
    measure: measureWorkers,
  },
};

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const { only } = values;
  if (only !== undefined && !Object.hasOwn(promised, only)) throw new Error(`--only: there is no figure ${only}`);
  const begun = performance.now();
  const figures = [];
  for (const [name, { what, unit, bar, isLeast = false, measure }] of Object.entries(promised)) {
    if (only !== undefined && only !== name) continue;
    const value = Number((await measure()).toPrecision(3));
    const holds = isLeast ? value >= bar : value <= bar;
    console.log(`${holds ? "HOLDS " : "MISSED"} ${what}: ${value} ${unit} (bar ${isLeast ? "≥" : "≤"} ${bar} ${unit})`);
    if (!holds) process.exitCode = 1;
    figures.push({ name, what, value, unit, bar: `${isLeast ? "≥" : "≤"} ${bar}`, holds });
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`measured in ${seconds} s`);
  if (only !== undefined) return;
  const machine = `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`;
  const measured = new Date().toISOString().slice(0, 10);
  const command = "npm run -w service bench -- figures";
  writeFileSync(values.out, `${JSON.stringify({ measured, machine, command, seconds, figures }, null, 2)}\n`);
}
