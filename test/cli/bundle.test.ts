import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { workerUrl } from "../../src/workers/pool.ts";

const dist = new URL("../../dist/", import.meta.url);
const load = (path: string) => import(new URL(path, dist).href) as Promise<Record<string, unknown>>;

test("the bundle of the command line exports and says what its module does", async () => {
  const [bundle, module] = await Promise.all([load("bundle/main.js"), load("cli/main.js")]);
  expect(Object.keys(bundle).sort()).toEqual(Object.keys(module).sort());
  const said = [bundle, module].map(async ({ main }) => {
    let text = "";
    const streams = {
      out: (part: string) => (text += part),
      err: (part: string) => (text += part),
      interactive: false,
    };
    await (main as (...args: unknown[]) => Promise<number>)(
      ["develop", "--help"],
      streams,
      new AbortController().signal,
    );
    return text;
  });
  expect(await said[0]).toBe(await said[1]);
});

test("threads run the bundle, however they are started", async () => {
  const [own, built] = [workerUrl(), await load("workers/pool.js")];
  const bundled = new URL("bundle/worker.js", dist).href;
  expect([own, (built.workerUrl as typeof workerUrl)()]).toEqual([bundled, bundled]);
});

test("the bundle gives listed values their names one by one", () => {
  const text = readFileSync(fileURLToPath(new URL("bundle/main.js", dist)), "utf8");
  expect(text).not.toMatch(/^\s*(?:const|let) \[\w+, \w+\] = \[\w+, \w+\];/m);
});

test("the bundle leaves texts as they are, also those of other languages", () => {
  const source = readFileSync(new URL("../../src/exiftool/exiftool-command.ts", import.meta.url), "utf8");
  const [, perl] = /`([^`]*\brequire Image::ExifTool\b[^`]*)`/.exec(source) ?? [];
  expect(perl?.length).toBeGreaterThan(100);
  expect(readFileSync(new URL("bundle/main.js", dist), "utf8")).toContain(perl);
});
