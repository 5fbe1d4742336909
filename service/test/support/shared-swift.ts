import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runVariable } from "./database-template.ts";
import { makeBucket, type SwiftServer, startSwift } from "./swift-server.ts";

/** What other processes of the run know of the store. */
interface Shared extends Pick<SwiftServer, "endpoint" | "credentials" | "folder" | "pids"> {}

const fileOf = (run: string) => join(run, "swift.json");

/**
 * The store that all test files of a run share, with a new bucket for the caller. Starting one takes about ten seconds
 * of a processor, so the first caller does it, and the end of the run stops it. Without a run, it starts a separate
 * store.
 */
export async function borrowSwift(): Promise<SwiftServer> {
  const run = process.env[runVariable];
  if (run === undefined) return startSwift();
  const shared = await findOrStart(run);
  const bucket = `lightwell-${randomBytes(8).toString("hex")}`;
  await makeBucket(shared, bucket);
  return { ...shared, bucket, close: async () => {} };
}

/** After all tests. */
export async function stopSharedSwift(run: string): Promise<void> {
  if (!existsSync(fileOf(run))) return;
  const { pids, folder } = await readShared(run);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function findOrStart(run: string): Promise<Shared> {
  const lock = join(run, "swift-starts");
  for (;;) {
    if (existsSync(fileOf(run))) return readShared(run);
    try {
      await mkdir(lock);
    } catch {
      await sleep(100);
      continue;
    }
    try {
      if (!existsSync(fileOf(run))) await start(run);
    } finally {
      await rmdir(lock);
    }
  }
}

async function start(run: string): Promise<void> {
  const { endpoint, credentials, folder, pids } = await startSwift({ outlives: true });
  const written = `${fileOf(run)}.new`;
  await writeFile(written, JSON.stringify({ endpoint, credentials, folder, pids } satisfies Shared));
  await rename(written, fileOf(run));
}

async function readShared(run: string): Promise<Shared> {
  return JSON.parse(await readFile(fileOf(run), "utf8")) as Shared;
}
