import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Writes the run's closing line, `N passed, N failed` and, if tests were skipped, `, N skipped`, to the file named by
 * the environment variable TALLY_FILE. A file that cannot be loaded and an error outside of tests each count as a
 * failure.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env.TALLY_FILE;
    if (path) writeFileSync(path, `${closingLine(modules, unhandledErrors)}\n`);
  }
}

function closingLine(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): string {
  const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    for (const state of states) count[state]++;
    // Imports and hooks can fail in a file without a failed test.
    if (!module.ok() && !states.includes("failed")) count.failed++;
  }
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
  return `${count.passed} passed, ${count.failed + count.pending} failed${skipped}`;
}
