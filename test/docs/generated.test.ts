import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatedDocs } from "../../scripts/docs/generate.ts";

describe("generated documentation", () => {
  test.each(Object.entries(generatedDocs))("docs/%s says what the code says (npm run docs renews it)", (name, page) => {
    expect(readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8")).toBe(page());
  });
});
