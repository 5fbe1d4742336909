import type { Reporter, TestModule } from "vitest/node";

const shown = 10;
/** Shorter ones are not worth a look. */
const leastMs = 5000;

/** Prints the files that took longest, without the time to load them. */
export default class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
      .filter(({ ms }) => ms >= leastMs)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, shown);
    if (slowest.length === 0) return;
    console.log("Slowest files:");
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
  }
}
