import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the package holds every source that the native kernels are built from, and their WebAssembly", () => {
  const told = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: root,
    encoding: "utf8",
  });
  const [{ files }] = JSON.parse(told) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const sources = readdirSync(`${root}/native`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(cc|h|gyp|mjs)$/.test(name) && !/^(build|sanitize|wasm)/.test(name))
    .map((name) => `native/${name}`);
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((source) => !packed.has(source))).toEqual([]);
  expect(packed).toContain("data/kernels.wasm");
});
