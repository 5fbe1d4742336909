import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../../bin/lightwell.js", import.meta.url));

test.each(["18.20.8", "20.18.3"])("Node %s gets one sentence", (version) => {
  const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", preload, command, "enhance", "x"], {
    encoding: "utf8",
  });
  expect(stderr).toBe(`lightwell needs Node.js 20.19 or newer; this is ${version}.\n`);
  expect(stdout).toBe("");
  expect(status).toBe(2);
});
