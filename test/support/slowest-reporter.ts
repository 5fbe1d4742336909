import type { Reporter, TestModule } from "vitest/node";

const shown = 10;
/** Minimum duration of a file that is listed. */
const minMs = 5000;

/** Prints the slowest files, without their loading time. */
export default class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
      .filter(({ ms }) => ms >= minMs)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, shown);
    if (slowest.length === 0) return;
    console.log("Slowest files:");
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
  }
}
