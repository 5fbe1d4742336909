import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { constantImports } from "../../test/support/constant-imports.ts";
import { engineFlags } from "../../test/support/engine-flags.ts";

// Tests that call kernels on the test's own thread, which needs no build of the package.
export default defineConfig({
  plugins: [constantImports()],
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    include: [
      "test/kernels/**/*.test.ts",
      "test/codecs/jpeg/eighth.test.ts",
      "test/codecs/noisy-rows.test.ts",
      "test/codecs/raw/lossless-frame.test.ts",
      "test/stages/decode/{decode,gain-tables,opcodes,profile-look}.test.ts",
      "test/stages/merge/{merge,natural}.test.ts",
      "test/stages/{rectify,tone}/{rectify,tone}.test.ts",
    ],
    // These test how WebAssembly and packages load; the native calls of the first are covered by `mutated-arguments`.
    exclude: ["test/kernels/{wasm,prebuilt}.test.ts"],
    setupFiles: ["native/sanitize/exact-memory.ts", "test/support/equal-bytes.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: "forks",
    execArgv: [...engineFlags],
    // Loading the same modules for every file took a third of the run.
    isolate: false,
    maxWorkers: 2,
  },
});
