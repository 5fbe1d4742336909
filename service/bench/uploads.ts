import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type BenchService, judge, startBenchService } from "./bench-service.ts";
import { memoryOf, runUploads } from "./many-uploads.ts";

const usage = `Usage: npm run -w service bench -- uploads [--count N] [--rounds N]

Uploads small files at once, each over a connection of its own, and then as many again, for some rounds. Nothing is enhanced meanwhile:
they are brackets that nobody merges. What grows in the first round is buffers, compiled code and the caches of the database; what leaks
grows in every round alike. Exits with 1 where a bar is missed.
  --count N    uploads of a round (1000)
  --rounds N   rounds (5)`;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** Over the first round, at its most; then, of what stays once a round is over, over all rounds behind the second. */
const bars = { growthMb: 400, leakMbPerThousand: 8 };

if (values.help) console.log(usage);
else await main(Number(values.count), Number(values.rounds));

async function main(count: number, rounds: number): Promise<void> {
  const service = await startBenchService([
    ...["--connections-per-address", String(count + 100), "--uploads-per-address", String(count)],
  ]);
  try {
    const before = memoryOf(service.process.pid).residentMb;
    console.log(`before: ${before.toFixed(0)} MB resident`);
    const resting: number[] = [];
    let most = 0;
    let failed = 0;
    for (let round = 1; round <= rounds; round++) {
      const { statuses, seconds } = await runUploads(service, count);
      failed += count - (statuses["200"] ?? 0);
      if (round === 1) most = memoryOf(service.process.pid).maxMb;
      resting.push(await restingMemory(service));
      console.log(
        `round ${round}: ${count} uploads in ${seconds.toFixed(1)} s, answered with`,
        statuses,
        `then ${resting[round - 1].toFixed(0)} MB resident`,
      );
    }
    judge("uploads that did not succeed", failed, 0, "");
    judge("growth of the service's memory in the first round, at its most", most - before, bars.growthMb, "MB");
    if (rounds < 3) return;
    const grown = (resting[rounds - 1] - resting[1]) / (((rounds - 2) * count) / 1000);
    judge("growth behind the second round, per 1,000 uploads", grown, bars.leakMbPerThousand, "MB");
  } finally {
    await service.close();
  }
}

/** Once what was asked for is done and the uploads were inspected, which comes after them. */
async function restingMemory({ address, process: { pid } }: BenchService): Promise<number> {
  for (;;) {
    const text = await (await fetch(new URL("/metrics", address))).text();
    if (/^lightwell_jobs_waiting\{queue="inspect-upload"\} 0$/m.test(text)) break;
    await sleep(500);
  }
  await sleep(1000);
  return memoryOf(pid).residentMb;
}
