import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { optionsOfReport, readReport, reproduce } from "../../src/cli/reproduce.ts";
import { packageVersion } from "../../src/engine.ts";
import { createEngine } from "../../src/index.ts";
import { shootSet, smallJpeg, TestFolder } from "../support/sample-shoot.ts";

const engine = createEngine({ workers: 2 });
const folder = new TestFolder();
const { signal } = new AbortController();
const shoot = folder.copyOf(shootSet("bedroom-desk"));
const file = join(shoot, basename(shootSet("bedroom-desk")[0]));
const outputDir = folder.fresh("out");
const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../docs/report.schema.json", import.meta.url)), "utf8"),
) as { required: string[]; properties: Record<string, { const?: string }> };
let path: string;

beforeAll(async () => {
  const alone = join(shoot, "p.jpg");
  writeFileSync(alone, await smallJpeg(120, 300, 200));
  const batch = engine.enhanceBatch([file, alone], { outputDir, report: true, maxWidthPx: 300, recipe: "stable" });
  for await (const event of batch) if (event.type === "finished") path = `${event.path}.json`;
});

afterAll(async () => {
  await engine.close();
  folder.remove();
});

test("a report has what its schema asks for, and nothing that it does not name", async () => {
  const report = await readReport(path);
  expect(Object.keys(report).filter((name) => !(name in schema.properties))).toEqual([]);
  expect(schema.required.filter((name) => !(name in report))).toEqual([]);
  expect(report.schema).toBe(schema.properties["schema"].const);
  expect([report.recipe, report.call, report.sources.length]).toEqual(["5.0", "enhance", 1]);
  expect(report.software.versions["sharp"]).toMatch(/^\d/);
});

test("the picture of a report is made again, byte for byte", async () => {
  const output = folder.fresh("again.jpg");
  const { isSame, differences } = await reproduce(await readReport(path), engine, packageVersion, { output, signal });
  expect([isSame, differences]).toEqual([true, []]);
  expect(readFileSync(output).equals(readFileSync(path.replace(/\.json$/, "")))).toBe(true);
});

test("differences are reported: photographs, versions, the result", async () => {
  const report = await readReport(path);
  const [{ file: source }] = report.sources;
  const kept = folder.fresh("kept");
  copyFileSync(source, kept);
  writeFileSync(source, await smallJpeg(90, 300, 200));
  const old = { ...report, software: { ...report.software, version: "0.0.1" } };
  const { isSame, differences } = await reproduce(old, engine, packageVersion, { signal });
  copyFileSync(kept, source);
  expect(isSame).toBe(false);
  expect(differences[0]).toBe(`${source} has changed`);
  expect(differences[1]).toMatch(/^lightwell is .* it was 0\.0\.1$/);
  expect(differences.at(-1)).toBe("the bytes of the picture differ");
});

test.each([
  "not JSON",
  "{}",
  "[]",
  "null",
  '{"software":{"name":"lightwell"}}',
  '{"schema":"lightwell-report/1","sources":[null],"options":{}}',
  '{"schema":"lightwell-report/1","sources":[],"options":null}',
  '{"schema":"lightwell-report/1","sources":[{"file":5}],"options":{},"software":{"versions":{}},"result":{},"operations":[]}',
])("%s is not a report", async (text) => {
  const bad = folder.fresh("bad.json");
  writeFileSync(bad, text);
  await expect(readReport(bad)).rejects.toMatchObject({ code: "input/report" });
});

test("a report that names an output or what no table has is refused", async () => {
  const report = await readReport(path);
  const forged = { ...report, options: { ...report.options, more: { output: folder.fresh("elsewhere.jpg") } } };
  expect(() => optionsOfReport(forged)).toThrow(/does not know: output/);
  await expect(reproduce(forged, engine, packageVersion, { signal })).rejects.toMatchObject({
    code: "options/unknown",
  });
  expect(optionsOfReport(report)).not.toHaveProperty("overwrite");
});
