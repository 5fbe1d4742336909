import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prebuiltName } from "../../src/kernels/native.ts";
import { plainFlags } from "../support/sample-shoot.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let tarball: string;
let packed: ReadonlySet<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-package-"));
  const told = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root);
  const [{ files, filename }] = JSON.parse(told) as [{ files: { path: string }[]; filename: string }];
  packed = new Set(files.map(({ path }) => path));
  tarball = join(folder, filename);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

describe("the package", () => {
  test("holds the kernels as WebAssembly, and nothing to compile", () => {
    expect(packed).toContain("data/kernels.wasm");
    // LibRaw's licence asks for the recipe of its build.
    const native = [...packed].filter((name) => name.startsWith("native/") && !name.startsWith("native/libraw/"));
    expect(native).toEqual([]);
  });

  test("holds what its README links, and nothing that only a build needs", () => {
    const links = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, path]) => path,
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !packed.has(path))).toEqual([]);
    expect([...packed].filter((path) => /\.(map|tsbuildinfo)$|\.test\./.test(path))).toEqual([]);
  });

  test("passes publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: root, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("has types that import and require find", async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    if (!result.types) throw new Error("the package has no types");
    // Programs that knew no exports in package.json knew no ES modules either.
    const problems = result.problems.filter(
      (problem) => !("resolutionKind" in problem) || problem.resolutionKind !== "node10",
    );
    expect(problems).toEqual([]);
  });

  test.each([
    ["npm", ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]],
    // Which runs scripts of dependencies only on request.
    ["pnpm", ["npx", "--yes", "pnpm@10.20.0", "install", "--prefer-offline", "--reporter=append-only"]],
  ])("installs by %s without a script, and enhances", (name, [program, ...args]) => {
    const home = join(folder, name);
    const outputs = join(home, "out");
    mkdirSync(home);
    const dependencies = { lightwell: `file:${tarball}` };
    writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
    const told = run(program, args, home);
    expect(told).not.toMatch(/EBADENGINE|Unsupported engine/);
    const picture = join(root, "fixtures/shoot/IMG_0012.JPG");
    run("node_modules/.bin/lightwell", ["enhance", picture, "--output-dir", outputs, ...plainFlags], home);
    expect(existsSync(join(outputs, "IMG_0012.jpg"))).toBe(true);
    const script = `import { createEngine } from "lightwell";
      const engine = createEngine();
      console.log(engine.kernels);
      await engine.close();`;
    expect(run("node", ["--input-type=module", "-e", script], home)).toMatch(/wasm/i);
  });
});

describe("a release", () => {
  test("installs with native kernels, and without a script that npm runs", () => {
    const release = join(folder, "release");
    run(process.execPath, ["scripts/release.mjs", "--no-build", "--output", release], root);
    const names = readdirSync(release);
    const kernels = names.find((name) => name.startsWith("lightwell-kernels-"));
    const library = names.find((name) => /^lightwell-\d.*\.tgz$/.test(name));
    expect(readFileSync(join(release, "SHA256SUMS"), "utf8").trim().split("\n")).toHaveLength(names.length - 1);
    expect(readFileSync(join(release, "licences.tsv"), "utf8")).toMatch(/^sharp\t[\d.]+\tApache-2\.0$/m);
    expect(readFileSync(join(release, "licences.tsv"), "utf8")).toMatch(/^exiftool-vendored\.\w+\t[\d.]+\tMIT$/m);

    const home = join(folder, "released");
    mkdirSync(home);
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const dependencies = {
      [prebuiltName()]: `file:${join(release, kernels ?? "")}`,
      lightwell: `file:${join(release, library ?? "")}`,
    };
    writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, dependencies }));
    run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], home);
    const installed = JSON.parse(readFileSync(join(home, "node_modules/lightwell/package.json"), "utf8"));
    expect(installed).not.toHaveProperty("scripts");
    expect(installed.optionalDependencies).toEqual({
      ...manifest.optionalDependencies,
      [prebuiltName()]: manifest.version,
    });
    run(
      "node_modules/.bin/lightwell",
      ["enhance", join(root, "fixtures/shoot/IMG_0012.JPG"), "--output-dir", "out", "--report", ...plainFlags],
      home,
    );
    const report = JSON.parse(readFileSync(join(home, "out/IMG_0012.jpg.json"), "utf8"));
    expect(report.software.kernels).toBe("native");
  });
});
