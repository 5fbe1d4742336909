import type { Parts } from "../parts.ts";
import { claimRun } from "../store/claim-run.ts";
import { countStoredBytes, sweepTask } from "../store/stored-bytes.ts";
import { sweepStorage } from "../store/sweep-storage.ts";

/**
 * How long a file stays that no row references, in milliseconds: no job takes that long to reference what it stored.
 */
const graceMs = 24 * 3_600_000;
/** Between two sweeps of all processes together, in milliseconds. Each lists every file. */
const everyMs = 6 * 3_600_000;
/** How often this process asks for a sweep, in milliseconds. */
const lookMs = 600_000;

/** Now and then removes what no row references; of several processes on a database one does. The result ends that. */
export function sweepRegularly(parts: Parts): () => Promise<void> {
  const stop = new AbortController();
  const run = () =>
    sweepOnce(parts, stop.signal).catch((error) => {
      if (!stop.signal.aborted) parts.log.error({ err: error }, "files that belong to nothing could not be removed");
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
  if (signal.aborted || !(await claimRun(database, sweepTask, everyMs))) return;
  const removed = await sweepStorage(database.queries, storage, { graceMs, signal });
  const unfinished = await storage.removeUnfinished(graceMs);
  await countStoredBytes(database.queries);
  if (removed > 0 || unfinished > 0) log.info({ removed, unfinished }, "files that belong to nothing were removed");
}
