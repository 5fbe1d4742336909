import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a program prints that imports the package by its name. */
function print(script: string): unknown {
  const args = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

test("importing the library loads no other package: sharp, piscina and decoders come with the first call", () => {
  const script = `import { createEngine } from "lightwell";
    import { createRequire } from "node:module";
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes("node_modules"));
    const imported = loaded();
    const engine = createEngine({ workers: 1 });
    const made = loaded();
    await engine.close();
    console.log(JSON.stringify([imported, made]));`;
  const [imported, made] = print(script) as [string[], string[]];
  expect(imported).toEqual([]);
  expect(made.filter((path) => /sharp|piscina|libheif|jxl/.test(path))).toEqual([]);
});

test("the library is one file, with the names that its modules export", () => {
  const script = `const [file, modules] = [await import("lightwell"), await import("./dist/index.js")];
    console.log(JSON.stringify([import.meta.resolve("lightwell"), Object.keys(file), Object.keys(modules)]));`;
  const [url, file, modules] = print(script) as [string, string[], string[]];
  expect(url).toMatch(/dist\/bundle\/index\.js$/);
  expect(file).toEqual(modules);
  expect(file).toContain("createEngine");
});
