import { availableParallelism } from "node:os";
import type { Reporter, TestSpecification } from "vitest/node";

/** Minimum number of files; shorter runs finish soon. */
const minFiles = 150;
/** Minutes on one core: all tests take about 21 minutes on two. */
const coreMinutes = 42;

/** Prints the expected duration at the start of a long run. */
export default class OpeningReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    if (specifications.length < minFiles) return;
    const cores = availableParallelism();
    // Some files take minutes, so more cores help less and less.
    const minutes = Math.max(6, Math.ceil(coreMinutes / cores));
    const build =
      process.env["LIGHTWELL_TEST_BUILT"] === undefined ? " The build comes first, silent for a minute." : "";
    console.log(
      `${specifications.length} test files: about ${minutes} minutes on ${cores} quiet cores.${build} npm run test:unit is quicker.`,
    );
  }
}
