import { setTimeout as sleep } from "node:timers/promises";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { openBenchParts } from "./bench-parts.ts";

const images = 300;
/** Between two counts of what is left, which take processor time themselves. */
const pollMs = 100;

/**
 * What a job takes without its engine, in ms: fetched from the queue, its upload borrowed, a picture of 9 MB and its
 * preview hashed and stored, its result and event recorded. Mean of 300 jobs that wait at the start.
 */
export async function measureJobOverhead(): Promise<number> {
  const bench = await openBenchParts();
  try {
    const account = await bench.addAccount("overhead@example.org");
    await bench.beginImages(account, "overhead", images);
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    startJobs(bench.parts);
    while ((await bench.countOpen()) > 0) await sleep(pollMs);
    const [ms, { user, system }] = [performance.now() - begun, process.cpuUsage(cpu)];
    console.log(`a job took ${((user + system) / 1000 / images).toFixed(1)} ms of processor time`);
    return ms / images;
  } finally {
    await bench.close();
  }
}
