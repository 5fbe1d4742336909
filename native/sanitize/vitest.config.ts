import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests that call kernels on this very thread, which need no build of the package.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    include: [
      "test/kernels/**/*.test.ts",
      "test/codecs/jpeg/eighth.test.ts",
      "test/stages/decode/{decode,gain-tables,opcodes,profile-look}.test.ts",
      "test/stages/merge/{merge,natural}.test.ts",
      "test/stages/{rectify,tone}/{rectify,tone}.test.ts",
    ],
    setupFiles: ["native/sanitize/exact-memory.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
