import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));

/** A loop that is hot once the command line is done. */
const hotLoop = `process.on("exit", function hot() {
  let sum = 0;
  for (let i = 0; i < 1e6; i++) sum += i % 7;
  if (sum < 0) throw new Error("never");
});`;

test("the command line compiles a hot loop on the thread that is in it", () => {
  const preload = `data:text/javascript,${encodeURIComponent(hotLoop)}`;
  const args = ["--trace-opt", "--trace-osr", "--import", preload, program, "--help"];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/compiling method .*\bhot\b.* OSR, mode: ConcurrencyMode::kSynchronous/);
});
