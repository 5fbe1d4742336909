import { setTimeout as sleep } from "node:timers/promises";
import type { Parts } from "../parts.ts";
import { claimRun } from "../store/claim-run.ts";
import { countStoredBytes, sweepTask } from "../store/cluster-figures.ts";
import { sweepStorage } from "../store/sweep-storage.ts";

/** How long an unreferenced file is kept, in ms: every job references what it stored sooner. */
const graceMs = 24 * 3_600_000;
/** Interval between two sweeps by all processes together, in ms. Each sweep lists every file. */
const sweepEveryMs = 6 * 3_600_000;
/** How often this process tries to begin a sweep, in ms. */
const lookMs = 600_000;

/**
 * Regularly removes unreferenced files, in one of all processes on the database, until the returned function is called.
 */
export function sweepRegularly(parts: Parts): () => Promise<void> {
  const stop = new AbortController();
  const run = () =>
    sweepOnce(parts, stop.signal).catch((error) => {
      if (!stop.signal.aborted) parts.log.error({ err: error }, "unreferenced files could not be removed");
    });
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, lookMs);
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}

async function sweepOnce({ database, storage, log }: Parts, signal: AbortSignal): Promise<void> {
  if (signal.aborted || !(await claimRun(database, sweepTask, sweepEveryMs))) return;
  const removed = await sweepStorage(database.queries, storage, { graceMs, signal });
  const unfinished = await storage.removeUnfinished(graceMs);
  await countStoredBytes(database.queries);
  if (removed > 0 || unfinished > 0) log.info({ removed, unfinished }, "unreferenced files were removed");
}

/** Interval between two searches by all processes together, in ms; each is one request to the store. */
const searchEveryMs = 2000;

/** Looks for uploads that arrived in the store, and sends a job for each, until the returned function is called. */
export function findUploads(parts: Parts): () => Promise<void> {
  const { config, storage, database, queue, log } = parts;
  const { direct } = storage;
  if (!config.directUploads || !direct) return async () => {};
  const stop = new AbortController();
  const look = async () => {
    if (!(await claimRun(database, "find-uploads", searchEveryMs / 2))) return;
    for await (const bracketId of direct.arrivals()) {
      await queue.send("take-upload", { bracketId }, database.queries, { key: bracketId });
    }
    queue.wake("take-upload");
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await look().catch((error) => log.warn({ err: error }, "the search for uploads in the store failed"));
      await sleep(searchEveryMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
