import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { markRunning } from "../../src/storage/run-mark.ts";

test("a run that did not end is told to the next one, and one that ended is not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-mark-"));
  const first = await markRunning(folder);
  const second = await markRunning(folder);
  await second.clear();
  const third = await markRunning(folder);
  expect([first, second, third].map(({ wasCutOff }) => wasCutOff)).toEqual([false, true, false]);
  await rm(folder, { recursive: true, force: true });
});
