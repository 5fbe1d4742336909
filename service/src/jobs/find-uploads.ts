import { setTimeout as sleep } from "node:timers/promises";
import type { Parts } from "../parts.ts";
import { claimRun } from "../store/claim-run.ts";

/** Interval between two searches by all processes together, in ms; each is one request to the store. */
const everyMs = 2000;

/** Looks for uploads that arrived in the store, and sends a job for each, until the returned function is called. */
export function findUploads(parts: Parts): () => Promise<void> {
  const { config, storage, database, queue, log } = parts;
  const { direct } = storage;
  if (!config.directUploads || !direct) return async () => {};
  const stop = new AbortController();
  const look = async () => {
    if (!(await claimRun(database, "find-uploads", everyMs / 2))) return;
    for await (const bracketId of direct.arrivals()) {
      await queue.send("take-upload", { bracketId }, database.queries, { key: bracketId });
    }
    queue.wake("take-upload");
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await look().catch((error) => log.warn({ err: error }, "the search for uploads in the store failed"));
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
