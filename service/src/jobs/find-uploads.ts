import { setTimeout as sleep } from "node:timers/promises";
import type { Parts } from "../parts.ts";
import { claimRun } from "../store/claim-run.ts";

/** Between two looks of all processes together, in milliseconds: one request to the store each. */
const everyMs = 2000;

/** Looks for uploads that arrived in the store, and has each taken. The result ends that. */
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
      await look().catch((error) => log.warn({ err: error }, "uploads to the store could not be looked for"));
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
