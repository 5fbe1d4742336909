import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const variable = "LIGHTWELL_TEST_BUILT";

/**
 * Worker threads, the CLI and the service's engines run the built packages, so the tests build them once, before the
 * first part that needs them.
 */
export default function build(): void {
  if (process.env[variable] !== undefined) return;
  process.env[variable] = "yes";
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
  execFileSync(process.execPath, ["scripts/bundle.mjs"], { stdio: "inherit" });
  execFileSync(process.execPath, [tsc, "-p", "service/tsconfig.build.json"], { stdio: "inherit" });
}
