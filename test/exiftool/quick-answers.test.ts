import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findExifTool } from "../../src/exiftool/exiftool-command.ts";
import { ExifTool } from "../../src/exiftool/index.ts";
import { sharedFixtures } from "../support/shared-fixtures.ts";

const { signal } = new AbortController();
const script = findExifTool().find((argument) => argument.endsWith("exiftool")) ?? "";
const quick = new ExifTool();
const plain = new ExifTool({ command: ["perl", script, "-config", ""] });
afterAll(() => Promise.all([quick.close(), plain.close()]));

const shoot = fileURLToPath(new URL("../../fixtures/shoot/", import.meta.url));
const paths = [
  ...readdirSync(shoot).map((name) => shoot + name),
  ...["brackets/kitchen", "brackets/estate_dining2", "brackets/library_canon", "metadata", "raw/partial"].flatMap(
    sharedFixtures,
  ),
].filter((path) => !/xmp$|json$/.test(path));

/** Our answers, but as ExifTool shows text that is not valid UTF-8: with a question mark for each other byte. */
function withoutLatin(ours: object, theirs: object): object {
  const known = new Map<string, unknown>(Object.entries(theirs));
  const shown = Object.entries(ours).map(([tag, value]) => {
    const lost = typeof value === "string" ? value.replace(/\P{ASCII}/gu, "?") : value;
    return [tag, known.get(tag) === lost ? lost : value];
  });
  return Object.fromEntries(shown);
}

describe.skipIf(process.platform === "win32")("quick answers", () => {
  test("are those of ExifTool itself, of every file", async () => {
    const [ours, theirs] = [await quick.read(paths, signal), await plain.read(paths, signal)];
    for (const [i, path] of paths.entries()) expect(withoutLatin(ours[i], theirs[i]), path).toEqual(theirs[i]);
    expect(Object.keys(theirs[0]).length).toBeGreaterThan(15);
  }, 120_000);
});
