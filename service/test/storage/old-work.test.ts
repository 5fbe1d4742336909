import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeOldWork } from "../../src/storage/old-work.ts";

test("what killed processes left goes after a day, and what others work on stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-work-"));
  const now = Date.now();
  const make = async (name: string, hours: number) => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "full.jpg"), "");
    const time = new Date(now - hours * 3_600_000);
    await utimes(path, time, time);
  };
  await make("old", 25);
  await make("new", 23);
  await make("renditions/old", 25);
  await make("renditions/new", 1);
  await removeOldWork(folder, now);
  expect((await readdir(folder)).sort()).toEqual(["new", "renditions"]);
  expect(await readdir(join(folder, "renditions"))).toEqual(["new"]);
  await removeOldWork(join(folder, "none"), now);
  await rm(folder, { recursive: true });
});
