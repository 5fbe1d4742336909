import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isPattern, matchFiles } from "../../src/pipeline/disk/index.ts";
import { TestFolder } from "../support/sample-shoot.ts";

const folder = new TestFolder();
afterAll(() => folder.remove());

const root = folder.fresh("shoot");
for (const name of ["a1.jpg", "a2.jpg", "b1.JPG", "c(1).jpg", ".hidden.jpg", "a^b.jpg", "card/x.jpg", "card/y.png"]) {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), "");
}

test.each([
  ["*.jpg", ["a1.jpg", "a2.jpg", "a^b.jpg", "c(1).jpg"]],
  ["a?.jpg", ["a1.jpg", "a2.jpg"]],
  ["[a-b]1.*", ["a1.jpg", "b1.JPG"]],
  ["[!a]*.jpg", ["c(1).jpg"]],
  ["a[^]b.jpg", ["a^b.jpg"]],
  ["?(1).jpg", ["c(1).jpg"]],
  [".*.jpg", [".hidden.jpg"]],
  ["*/x.jpg", ["card/x.jpg"]],
  ["*/*", ["card/x.jpg", "card/y.png"]],
  ["*.[z-a]", []],
  ["*.cr3", []],
  ["nowhere/*", []],
])("%s matches %j", async (pattern, names) => {
  expect(isPattern(pattern)).toBe(true);
  expect(await matchFiles(join(root, pattern))).toEqual(names.map((name) => join(root, name)));
});
