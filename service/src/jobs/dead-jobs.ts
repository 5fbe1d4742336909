import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { markWaiting } from "../store/image-states.ts";

// Handles jobs that failed up to the limit. The fault is the service's own, since a fault of the files ends its job; so
// nothing is given up, and the log informs the operator.

/** In s. */
const postponeSeconds = 300;
/** Parked jobs are tried again after this time, in s. */
const parkSeconds = 3600;

/** The order stays in the merging state; `lightwell_jobs_parked` counts it. */
export async function parkOrder(job: Jobs["group-order"], { database, queue, log }: Parts): Promise<void> {
  log.error({ orderId: job.orderId }, "grouping failed many times; the order waits for the operator");
  await queue.send("group-order", job, database.queries, { delaySeconds: parkSeconds });
}

/** The image stays in processing, with a reason; `lightwell_jobs_parked` counts it. */
export async function parkImage(job: Jobs["enhance-image"], { database, queue, log }: Parts): Promise<void> {
  log.error(job, "enhancing failed many times; the image waits for the operator");
  await database.transact(async (transaction) => {
    if (!(await markWaiting(transaction, job))) return;
    await queue.send("enhance-image", job, transaction, { delaySeconds: parkSeconds });
  });
}

/** For jobs that nothing waits for: only logs the failure. */
export async function logDead(consequence: string, job: object, { log }: Parts): Promise<void> {
  log.error(job, `a job failed for good: ${consequence}`);
}

/**
 * The failures were the service's own (a receiver's failure does not fail the job), so the events must still be
 * delivered.
 */
export async function postponeEvents(
  { orderKey }: Jobs["deliver-events"],
  { database, queue, log }: Parts,
): Promise<void> {
  log.error({ orderKey }, "delivery failed many times; it is tried again later");
  const wait = { key: `${orderKey}@again`, delaySeconds: postponeSeconds };
  await queue.send("deliver-events", { orderKey }, database.queries, wait);
}
