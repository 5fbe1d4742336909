import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "service/test/**/*.test.ts"],
    setupFiles: ["test/support/equal-bytes.ts"],
    globalSetup: ["test/support/build.ts", "service/test/support/database-template.ts"],
    // Several times what they take with two cores to themselves.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
