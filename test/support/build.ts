import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

/** Worker threads and the CLI run the built package, so the tests build it once, before anything runs. */
export default function build(): void {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
  execFileSync(process.execPath, ["build/bundle.mjs"], { stdio: "inherit" });
}
