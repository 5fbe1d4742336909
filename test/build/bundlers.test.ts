import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Format } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { TestFolder } from "../support/sample-shoot.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = new TestFolder();
afterAll(() => folder.remove());

const program = `import { createEngine } from "lightwell";
const engine = createEngine({ workers: 1 });
console.log(engine.kernels);
engine.close();`;

/** What the program prints once esbuild has bundled it. */
async function runBundled(format: Format, external: string[]) {
  const app = folder.fresh("app");
  mkdirSync(join(app, "node_modules"), { recursive: true });
  symlinkSync(root, join(app, "node_modules/lightwell"), "junction");
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app" }));
  writeFileSync(join(app, "program.ts"), program);
  const outfile = join(app, `dist/program.${format === "cjs" ? "cjs" : "mjs"}`);
  const settings = { bundle: true, platform: "node", logLevel: "silent" } as const;
  await build({ ...settings, entryPoints: [join(app, "program.ts")], outfile, format, external });
  return spawnSync(process.execPath, [outfile], { encoding: "utf8", cwd: app });
}

test.each<Format>(["esm", "cjs"])("a bundle (%s) with the package as external runs", async (format) => {
  const { status, stdout, stderr } = await runBundled(format, ["lightwell"]);
  expect([status, stdout], stderr).toEqual([0, expect.stringMatching(/^(native|wasm)\n$/)]);
});

test.each<Format>(["esm", "cjs"])("a bundle (%s) with the package in it says what to do", async (format) => {
  const { status, stderr } = await runBundled(format, []);
  expect(status).toBe(1);
  expect(stderr).toContain("lightwell: expected its file package.json next to its code, found none;");
  expect(stderr).toContain("Mark lightwell as external in the bundler");
});

test.each([
  ["data/kernels.wasm", `createEngine();`],
  [
    "dist/bundle/worker.js",
    `await createEngine({ workers: 1 }).develop("${join(root, "fixtures/shoot/IMG_0012.JPG")}");`,
  ],
])("a copy of the package without %s, as a tracer of files may make one, says so", (missing, use) => {
  const copy = join(folder.fresh("traced"), "node_modules/lightwell");
  mkdirSync(copy, { recursive: true });
  for (const name of ["package.json", "data", "dist"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  for (const name of missing.startsWith("dist") ? [missing, "dist/workers/worker.js"] : [missing])
    rmSync(join(copy, name));
  const script = `import { createEngine } from "lightwell"; ${use}`;
  const args = ["--input-type=module", "--eval", script];
  const { stderr } = spawnSync(process.execPath, args, { cwd: dirname(dirname(copy)), encoding: "utf8" });
  expect(stderr).toContain(`EngineError: lightwell: expected its file ${missing} next to its code, found none;`);
  expect(stderr).toContain("unsupported/bundled");
});
