/**
 * Flags for V8 in processes of the tests. Both processors are busy with tests, so a second thread that compiles only
 * lets code run longer before it is fast: without it, and with fewer collections of small objects (MB), engines take a
 * tenth less processor time. The other two are those of the command line (`src/cli/start.ts`) and save another tenth.
 */
export const engineFlags: readonly string[] = [
  "--no-concurrent-recompilation",
  "--min-semi-space-size=32",
  "--max-inlined-bytecode-size-cumulative=300",
  "--no-turbo-loop-peeling",
];
