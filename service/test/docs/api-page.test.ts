import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { allProofs, apiPage } from "../../docs/api-page.ts";
import { withFigures } from "../../docs/figures-table.ts";
import { readOpenApi } from "../../docs/generate.ts";
import { withSettings } from "../../docs/readme-settings.ts";
import { withScalingTables } from "../../docs/scaling-tables.ts";
import type { OpenApiDocument } from "../../src/http/openapi.ts";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await readOpenApi();
});

describe("service/docs/API.md", () => {
  test("says what the served document says, and has a test for every row (npm run docs renews it)", () => {
    expect(readFileSync(new URL("../../docs/API.md", import.meta.url), "utf8")).toBe(apiPage(document));
  });

  test("names only tests that are there", () => {
    const missing = allProofs().filter(([file, title]) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
      return !text.includes(`"${title}"`);
    });
    expect(missing).toEqual([]);
  });

  test("refuses an endpoint, a field or a parameter without a test", () => {
    const get = { summary: "", responses: {} };
    const parameters = [{ name: "unheard", in: "query", schema: {} } as const];
    const field = { content: { "application/json": { schema: { properties: { unheard: {} } } } }, required: true };
    for (const added of [
      { "/v3/pictures": { get } },
      { "/healthz": { get: { ...get, parameters } } },
      { "/healthz": { get: { ...get, requestBody: field } } },
    ]) {
      const changed = { ...document, paths: { ...document.paths, ...added } };
      expect(() => apiPage(changed as OpenApiDocument)).toThrow("has no test");
    }
  });
});

test("the served document is OpenAPI 3.1 and states the required keys", () => {
  expect(document.openapi).toBe("3.1.0");
  const names: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, security, responses, summary }] of Object.entries(operations)) {
      names.push(String(operationId));
      expect(summary).toMatch(/\w/);
      expect(Object.values(responses).every(({ description }) => description !== "Default Response")).toBe(true);
      if (method !== "get" && path.startsWith("/v3/")) expect(security).toEqual([{ apiKey: [] }]);
    }
  }
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(document.paths).filter((path) => /settings|sign/.test(path))).toEqual([]);
});

test("the README lists every setting as it is (npm run docs renews it)", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(withSettings(readme)).toBe(readme);
});

test("SCALING.md has the figures that the bench saved (npm run docs renews it)", () => {
  const scaling = readFileSync(new URL("../../docs/SCALING.md", import.meta.url), "utf8");
  expect(withFigures(scaling)).toBe(scaling);
});

test("SCALING.md has the costs that were measured, and what follows from them (npm run docs renews it)", () => {
  const scaling = readFileSync(new URL("../../docs/SCALING.md", import.meta.url), "utf8");
  expect(withScalingTables(scaling)).toBe(scaling);
});
