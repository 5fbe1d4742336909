import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderInUse, lockFolder } from "../../src/database/locks.ts";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "lightwell-lock-"));
});
afterEach(() => rm(parent, { recursive: true }));

test.each([
  ["a short path", "database"],
  ["a path longer than a socket's may be", join("x".repeat(90), "y".repeat(90))],
])("a folder with %s is kept by one, until it is given back", async (_what, name) => {
  const folder = join(parent, name);
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  await expect(lockFolder(folder)).rejects.toThrow("is in use by another process; stop the service first");
  await lock.release();
  await (await lockFolder(folder)).release();
});

test("a killed process leaves no lock", async () => {
  const folder = join(parent, "database");
  const path = `${folder}.lock`;
  const code = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("locked"))`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  await (await lockFolder(folder)).release();
});
