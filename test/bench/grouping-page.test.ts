import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillPage } from "../../bench/group/write-page.ts";

const page = readFileSync(new URL("../../docs/GROUPING.md", import.meta.url), "utf8");

test.each(["group", "group-exports"] as const)("docs/GROUPING.md has the tables of the saved run %s", (kind) => {
  expect(fillPage(page, kind)).toBe(page);
});
