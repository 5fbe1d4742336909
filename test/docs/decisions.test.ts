import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../docs/decisions/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .sort();

test("decisions are numbered without gaps, and their heads have the numbers of their files", () => {
  const expected = files.map((_, i) => String(i + 1).padStart(3, "0"));
  expect(files.map((name) => name.slice(0, 3))).toEqual(expected);
  expect(files.map((name) => readFileSync(new URL(name, folder), "utf8").slice(2, 5))).toEqual(expected);
});

test("the index lists every decision with its title", () => {
  const index = readFileSync(new URL("README.md", folder), "utf8");
  const rows = files.map((name) => {
    const [number, ...title] = readFileSync(new URL(name, folder), "utf8").split("\n")[0].slice(2).split(" ");
    return `| [${number}](${name}) | ${title.join(" ")} |`;
  });
  expect(index.split("\n").filter((line) => line.startsWith("| [0"))).toEqual(rows);
});
