// Builds the addon with AddressSanitizer and UndefinedBehaviorSanitizer, and runs the tests of its kernels and those
// that decode and merge against it. Needs Linux and g++; npm's environment names its node-gyp (`npm run test:sanitize
// [-- TEST…]`).
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAddon } from "../gyp.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const addon = join(here, "build", "Release", "lightwell.node");

const problem = buildAddon(here, { ...process.env, CC: "gcc", CXX: "g++" });
if (problem) fail(`the addon was not built (${problem})`);
checkCanaries();
process.exitCode = runTests(process.argv.slice(2));

/**
 * Runs node; its messages, and those of a sanitizer that ends it, are in stderr. The library must be loaded before node
 * itself allocates memory. Leaks are not checked: they are node's.
 */
function run(args, stdio) {
  const library = spawnSync("g++", ["-print-file-name=libasan.so"], { encoding: "utf8" }).stdout.trim();
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    ASAN_OPTIONS: "detect_leaks=0",
    UBSAN_OPTIONS: "print_stacktrace=1",
    LIGHTWELL_TEST_SANITIZED: "yes",
    NODE_OPTIONS: `--require ${join(here, "redirect.cjs")}`,
  };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio, encoding: "utf8" });
}

/** Each deliberate fault must end the process and be reported. */
function checkCanaries() {
  const view = "new Uint8Array(new SharedArrayBuffer(77))";
  for (const [name, text] of Object.entries({
    readBeyond: "heap-buffer-overflow",
    writeBeyond: "heap-buffer-overflow",
    overflow: "signed integer overflow",
  })) {
    const call = `require(${JSON.stringify(addon)}).${name}({ view: ${view} }, 0, 1, new Int32Array(1))`;
    const { status, stderr } = run(["-e", call], "pipe");
    if (status === 0 || !stderr.includes(text)) fail(`${name} was not detected: the sanitizers do not run\n${stderr}`);
  }
}

function runTests(files) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return run([vitest, "run", "--config", join(here, "vitest.config.ts"), ...files], "inherit").status ?? 1;
}

function fail(message) {
  console.error(`sanitize: ${message}`);
  process.exit(1);
}
