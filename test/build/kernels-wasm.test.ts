import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { TestFolder } from "../support/sample-shoot.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = new TestFolder();
afterAll(() => folder.remove());

test("data/kernels.wasm is what the sources make (else: npm run kernels:wasm)", (context) => {
  const target = folder.fresh("kernels.wasm");
  const { status, stderr } = spawnSync(process.execPath, ["native/wasm/build.mjs", target], {
    cwd: root,
    encoding: "utf8",
  });
  // Machines of users have no such compiler; the kernels' bytes are compared everywhere (test/kernels/wasm.test.ts).
  if (stderr.includes("not built, because")) return context.skip();
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(readFileSync(target).equals(readFileSync(join(root, "data/kernels.wasm")))).toBe(true);
}, 600_000);
