import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), "lightwell-api-"));
afterAll(() => rmSync(fresh, { recursive: true }));

/** Typedoc takes 7 s of one core; on a busy machine it waits for it. */
const longestMs = 120_000;

test(
  "docs/api says what the exports and their comments say (npm run docs renews it)",
  () => {
    const program = join(root, "node_modules/typedoc/bin/typedoc");
    const settings = ["--options", join(root, "scripts/docs/typedoc.json"), "--out", fresh];
    const output = execFileSync(process.execPath, [program, ...settings], { cwd: root, encoding: "utf8" });
    expect(output).not.toMatch(/\[(warning|error)\]/);
    expect(pagesOf(join(root, "docs/api"))).toEqual(pagesOf(fresh));
  },
  longestMs,
);

function pagesOf(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
