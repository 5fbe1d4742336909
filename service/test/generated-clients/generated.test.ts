import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateClients } from "../../clients/generate.ts";
import { readOpenApi } from "../../docs/generate.ts";

const generated = generateClients(await readOpenApi());

test.each(Object.keys(generated))("clients/%s is up to date: `npm run clients -w service`", (path) => {
  expect(readFileSync(new URL(`../../clients/${path}`, import.meta.url), "utf8")).toBe(generated[path]);
});
