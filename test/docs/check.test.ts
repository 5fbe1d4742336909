import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { warningCodes } from "../../src/errors/index.ts";
import { measures } from "../../src/stages/check/index.ts";

const page = readFileSync(new URL("../../docs/CHECK.md", import.meta.url), "utf8");

test.each(Object.entries(measures))(
  "docs/CHECK.md tells the limit and the sentence of %s",
  (name, { limit, sentence }) => {
    expect(page).toContain(`| \`${name}\` | ${limit} | ${sentence} |`);
  },
);

test("every measure has its warning, and every warning of the check its measure", () => {
  const codes = Object.keys(warningCodes).filter((code) => code.startsWith("check/"));
  expect(codes.sort()).toEqual(
    Object.keys(measures)
      .map((name) => `check/${name}`)
      .sort(),
  );
});
