import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { benches } from "../../bench/benches.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const texts = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".ci/run"],
  ...["docs", "bench", "src"].flatMap((folder) => find(folder, /\.(ts|md)$/)),
];

/** Files below a folder of the checkout, by paths with slashes. */
function find(folder: string, name: RegExp): string[] {
  const inside = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return inside.filter((path) => name.test(path)).map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

test("every bench is in the list, and the list has no other", () => {
  const runs = find("bench", /^[^/\\]+[/\\]run\.ts$/).map((path) => path.slice("bench/".length));
  const listed = Object.values(benches).map(({ module }) => module);
  expect(listed.filter((module) => module.endsWith("/run.ts")).sort()).toEqual(runs.sort());
  for (const module of listed) expect(existsSync(join(root, "bench", module)), module).toBe(true);
});

test("texts name benches that exist", () => {
  const unknown = texts.flatMap((path) => {
    const named = readFileSync(join(root, path), "utf8").matchAll(/npm run bench -- ([a-z][a-z-]*)/g);
    return [...named].filter(([, name]) => !Object.hasOwn(benches, name)).map(([text]) => `${path}: ${text}`);
  });
  expect(unknown).toEqual([]);
});

test("texts name scripts that package.json has", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const missing = texts.flatMap((path) => {
    const named = readFileSync(join(root, path), "utf8").matchAll(/npm run ([a-z][a-z:-]*)(?! -w)/g);
    return [...named].filter(([, name]) => !Object.hasOwn(scripts, name)).map(([text]) => `${path}: ${text}`);
  });
  expect(missing).toEqual([]);
});
