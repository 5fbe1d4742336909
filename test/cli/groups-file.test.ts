import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { formatGroupsFile, isOnlyThese, readGroupsFile } from "../../src/cli/groups-file.ts";
import type { GroupedSet } from "../../src/pipeline/finding/group-outcome.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

function fileOf(document: unknown): string {
  const path = folder.fresh("groups.json");
  writeFileSync(path, typeof document === "string" ? document : JSON.stringify(document));
  return path;
}

function setOf(...files: string[]): GroupedSet {
  const common = { kind: "single", reasons: [], flags: [], confidence: 1, twins: [], frames: [] } as const;
  return { ...common, files, reference: files[0] };
}

const files = ["s/a/1.jpg", "s/b/1.jpg", "s/a/2.jpg", 's/a/"3\n\u2028\u202e</script>.jpg'];

test("what is written is read back, whatever the names", async () => {
  const lists = [[files[0], files[2]], [files[1]], [files[3]]];
  const text = formatGroupsFile(lists.map((list) => setOf(...list)));
  expect((await readGroupsFile(fileOf(text), files)).groups).toEqual(lists);
});

test("chosen references are written, and read back", async () => {
  const text = formatGroupsFile([setOf(files[0], files[2]), setOf(files[1])], [files[2]]);
  expect((await readGroupsFile(fileOf(text), files)).references).toEqual([files[2]]);
});

test("the list of the page of a run means its sets alone", async () => {
  const path = fileOf({ only: true, groups: [{ files: ["2.jpg"] }] });
  expect([await isOnlyThese(path), (await readGroupsFile(path, files)).groups]).toEqual([true, [["s/a/2.jpg"]]]);
  for (const other of [[["2.jpg"]], { groups: [] }]) expect(await isOnlyThese(fileOf(other))).toBe(false);
});

test("a set can name its reference, in any way that finds the file", async () => {
  const path = fileOf({ groups: [{ files: ["a/1.jpg", "2.jpg"], chosenReference: "2.jpg" }, ["b/1.jpg"]] });
  expect((await readGroupsFile(path, files)).references).toEqual(["s/a/2.jpg"]);
  const unknown = readGroupsFile(fileOf([{ files: ["2.jpg"], chosenReference: "4.jpg" }]), files);
  await expect(unknown).rejects.toMatchObject({ code: "input/groups", context: { unknown: ["4.jpg"] } });
  const foreign = readGroupsFile(fileOf([{ files: ["2.jpg"], chosenReference: "b/1.jpg" }, ["b/1.jpg"]]), files);
  await expect(foreign).rejects.toThrow("not in the set it is chosen for: b/1.jpg (set 1)");
});

test.each([
  ["paths as given", ["s/a/1.jpg"]],
  ["paths spelled otherwise", ["./s/b/../a/1.jpg"]],
  ["ends of paths", ["a/1.jpg"]],
])("files are found by %s", async (_what, names) => {
  expect((await readGroupsFile(fileOf([names]), files)).groups).toEqual([["s/a/1.jpg"]]);
});

test.each([
  ["a name of several files", [["1.jpg"]], "several files are named 1.jpg (s/a/1.jpg or s/b/1.jpg)"],
  ["unknown names", [["x.jpg", "2.jpg"], ["y.jpg"]], "no given file is named x.jpg, y.jpg"],
  ["a part of a name", [["pg"]], "no given file is named pg"],
  ["a name twice in a set", [["2.jpg", "2.jpg"]], "named more than once: 2.jpg"],
  ["a file twice in other words", [["2.jpg"], ["a/2.jpg"]], "named more than once: a/2.jpg"],
  ["many unknown names", [Array.from({ length: 9 }, (_, i) => `x${i}`)], "x0, x1, x2, x3, x4 and 4 more"],
  ["a set that is none", { groups: [["2.jpg"], { files: "1.jpg" }] }, "set 2 is neither"],
  ["a set that was emptied", { groups: [["2.jpg"], { files: [] }] }, "set 2 has no files"],
])("%s is refused by name", async (_what, document, message) => {
  const refused = readGroupsFile(fileOf(document), files);
  await expect(refused).rejects.toMatchObject({ code: "input/groups" });
  await expect(refused).rejects.toThrow(message);
});

test("a name without end does not make the message endless", async () => {
  const refused = readGroupsFile(fileOf([["x".repeat(100_000)]]), files);
  await expect(refused).rejects.toSatisfy(({ message }: Error) => message.length < 500);
});

test("whatever was found can be given back, also of more than 500 brackets", async () => {
  const names = Array.from({ length: 1700 }, (_, i) => `${i}.jpg`);
  const brackets = Array.from({ length: 600 }, (_, i) => [names[2 * i], names[2 * i + 1]]);
  const lists = [...brackets, ...names.slice(1200).map((name) => [name])];
  const common = { reasons: [], flags: [], confidence: 1, twins: [], frames: [] } as const;
  const found = lists.map((files) => ({ ...common, files, kind: "bracket" as const, reference: files[0] }));
  const path = fileOf(formatGroupsFile(found));
  expect((await readGroupsFile(path, names)).groups).toEqual(lists);
});

test("a byte order mark is no fault", async () => {
  expect((await readGroupsFile(fileOf(`\ufeff[["2.jpg"]]`), files)).groups).toEqual([["s/a/2.jpg"]]);
});
