import { availableParallelism } from "node:os";
import type { Reporter, TestSpecification } from "vitest/node";

/** Runs of fewer files are done before anyone wonders. */
const leastFiles = 150;
/** Of one core, minutes: all tests take about a quarter of an hour on two. */
const coreMinutes = 30;

/** Says at the start of a run of many files how long it takes. */
export default class OpeningReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    if (specifications.length < leastFiles) return;
    const cores = availableParallelism();
    // Some files take minutes by themselves, so that more cores help less and less.
    const minutes = Math.max(6, Math.ceil(coreMinutes / cores));
    const build =
      process.env["LIGHTWELL_TEST_BUILT"] === undefined ? " The build comes first, silent for a minute." : "";
    console.log(
      `${specifications.length} test files: about ${minutes} minutes on ${cores} quiet cores.${build} npm run test:unit is quicker.`,
    );
  }
}
