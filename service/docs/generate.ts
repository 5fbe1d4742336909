import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildApp } from "../src/app.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import { makeTestParts } from "../test/support/test-parts.ts";
import { apiPage } from "./api-page.ts";
import { withFigures } from "./figures-table.ts";
import { withSettings } from "./readme-settings.ts";
import { withScalingTables } from "./scaling-tables.ts";

/** The document that /openapi.json serves. */
export async function readOpenApi(): Promise<OpenApiDocument> {
  const parts = await makeTestParts();
  const app = await buildApp(parts);
  try {
    await app.ready();
    return app.swagger() as unknown as OpenApiDocument;
  } finally {
    await app.close();
    await parts.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("API.md", import.meta.url), apiPage(await readOpenApi()));
  const scaling = new URL("SCALING.md", import.meta.url);
  writeFileSync(scaling, withScalingTables(withFigures(readFileSync(scaling, "utf8"))));
  const readme = new URL("../README.md", import.meta.url);
  writeFileSync(readme, withSettings(readFileSync(readme, "utf8")));
}
