import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Writes the run's closing line, `N passed, N failed` and, where tests were left out, `, N skipped`, to the file that
 * the environment variable TALLY_FILE names. A file that cannot be loaded and an error outside of tests count as a
 * failure each.
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
    // Imports and hooks can fail a file in which no test failed.
    if (!module.ok() && !states.includes("failed")) count.failed++;
  }
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
  return `${count.passed} passed, ${count.failed + count.pending} failed${skipped}`;
}
