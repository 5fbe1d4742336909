import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { createEngine } from "../../../src/engine.ts";
import { sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";

const folder = "cases/flambient";
const files = sharedFixtures("cases").filter((path) => path.includes("flambient"));

test.skipIf(files.length === 0)("a real kitchen has one set a view, with all its flash frames", async () => {
  const names = readdirSync(sharedFixture(folder)).filter((name) => name.endsWith(".JPG"));
  const engine = createEngine({ workers: 1 });
  try {
    const { groups } = await engine.group(names.map((name) => `${sharedFixture(folder)}/${name}`));
    const found = groups.map((set) => set.files.map((file) => basename(file, ".JPG").slice(-2)).join(" "));
    expect(found).toEqual(["01 02 03", "04 06 07", "08 09 10", "12 13", "14 15 16"]);
    expect(groups.every((set) => set.reasons.join().includes("EXIF Flash"))).toBe(true);
  } finally {
    await engine.close();
  }
});
