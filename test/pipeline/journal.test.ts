import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Journal, journalName } from "../../src/pipeline/disk/index.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
const entry = { output: "a.jpg", source: "a.cr3", key: "k", result: "r" };

afterAll(() => folder.remove());

function freshFolder(name: string): string {
  const path = folder.fresh(name);
  mkdirSync(path, { recursive: true });
  return path;
}

test("keeps what was added, also after a line that was cut", async () => {
  const path = freshFolder("kept");
  writeFileSync(join(path, journalName), '{"output":"b.jpg","key":"cut');
  const journal = await Journal.read(path);
  await journal.add(entry);
  await journal.close();
  expect((await Journal.read(path)).entriesOf(join(path, "a.jpg"))).toEqual([entry]);
});

test.skipIf(process.platform === "win32")("writes to no link, pipe or folder in its place", async () => {
  const other = folder.fresh("other");
  writeFileSync(other, "mine");
  const makers: Record<string, (path: string) => void> = {
    link: (path) => symlinkSync(other, path),
    pipe: (path) => execFileSync("mkfifo", [path]),
    folder: (path) => mkdirSync(path),
  };
  for (const [name, make] of Object.entries(makers)) {
    const path = freshFolder(name);
    make(join(path, journalName));
    const journal = await Journal.read(path);
    await expect(journal.add(entry)).rejects.toMatchObject({ code: "io/write" });
    await journal.close().catch(() => {});
  }
  expect(readFileSync(other, "utf8")).toBe("mine");
});
