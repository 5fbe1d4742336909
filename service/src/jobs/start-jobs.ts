import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import type { MemoryGate } from "../queue/memory-gate.ts";
import { markWaiting } from "../store/image-states.ts";
import { eventDeliverer } from "../webhooks/deliver-events.ts";
import { enhanceImage } from "./enhance-image.ts";
import { groupOrder } from "./group-order.ts";
import { inspectUpload, takeUpload } from "./keep-upload.ts";
import { dropMail, mailSender } from "./send-mail.ts";

/**
 * Concurrent delivery jobs: they mostly wait for receivers. A run delivers for one account; a second job for the
 * account only makes that run query again.
 */
const deliveries = { atOnce: 32, perAccount: 2 };

/** Concurrent jobs that take uploads: each reads an upload once and mostly waits for the store. */
const takesAtOnce = 4;

/** Concurrent e-mails: they wait for the mail server, and only e-mails wait for them. */
const mailsAtOnce = 4;

/** Starts taking jobs; those that an earlier run left begin again. `gate` limits how many pictures are made at once. */
export function startJobs(parts: Parts, gate?: MemoryGate): void {
  const { queue, config } = parts;
  queue.work("group-order", { atOnce: 1 }, (data) => groupOrder(data, parts));
  // One more than there are processes, so that none is idle while a picture is stored and the next job is fetched.
  queue.work("enhance-image", { atOnce: config.engineProcesses + 1, ...(gate ? { gate } : {}) }, (data) =>
    enhanceImage(data, parts),
  );
  queue.work("inspect-upload", { atOnce: 1 }, (data) => inspectUpload(data, parts));
  queue.work("take-upload", { atOnce: takesAtOnce }, (data) => takeUpload(data, parts));
  queue.work("remove-files", { atOnce: 1 }, (data) => removeFiles(data, parts));
  queue.work("deliver-events", deliveries, eventDeliverer(parts));
  queue.work("send-mail", { atOnce: mailsAtOnce }, mailSender(parts));
  queue.workDead("group-order", (data) => parkOrder(data, parts));
  queue.workDead("enhance-image", (data) => parkImage(data, parts));
  queue.workDead("inspect-upload", (data) => logDead("an upload stays without its metadata", data, parts));
  queue.workDead("take-upload", (data) =>
    logDead("an upload to the store was not taken; it is found again", data, parts),
  );
  queue.workDead("remove-files", (data) => logDead("deleted files stay on the disk", data, parts));
  queue.workDead("deliver-events", (data) => postponeEvents(data, parts));
  queue.workDead("send-mail", (data) => dropMail(data, parts));
}

// Handles jobs that failed up to the limit. The service is at fault, since a fault of the files ends a job without
// retries. So no work is dropped, and the log informs the operator.

/** In s. */
const postponeSeconds = 300;
/** Parked jobs are tried again after this time, in s. */
const parkSeconds = 3600;

/** The order stays in the merging state; `lightwell_jobs_parked` counts it. */
async function parkOrder(job: Jobs["group-order"], { database, queue, log }: Parts): Promise<void> {
  log.error({ orderId: job.orderId }, "grouping failed many times; the order waits for the operator");
  await queue.send("group-order", job, database.queries, { delaySeconds: parkSeconds });
}

/** The image stays in processing, with a reason; `lightwell_jobs_parked` counts it. */
async function parkImage(job: Jobs["enhance-image"], { database, queue, log }: Parts): Promise<void> {
  log.error(job, "enhancing failed many times; the image waits for the operator");
  await database.transact(async (transaction) => {
    if (!(await markWaiting(transaction, job))) return;
    await queue.send("enhance-image", job, transaction, { delaySeconds: parkSeconds });
  });
}

/** For jobs that nothing waits for: only logs the failure. */
async function logDead(consequence: string, job: object, { log }: Parts): Promise<void> {
  log.error(job, `a job failed for good: ${consequence}`);
}

/**
 * The failures were the service's own (a receiver's failure does not fail the job), so the events must still be
 * delivered.
 */
async function postponeEvents({ orderKey }: Jobs["deliver-events"], { database, queue, log }: Parts): Promise<void> {
  log.error({ orderKey }, "delivery failed many times; it is tried again later");
  const wait = { key: `${orderKey}@again`, delaySeconds: postponeSeconds };
  await queue.send("deliver-events", { orderKey }, database.queries, wait);
}

/** Idempotent: a second run finds nothing to remove. */
export async function removeFiles({ keys }: Jobs["remove-files"], { storage }: Parts): Promise<void> {
  for (const key of keys) await storage.remove(key);
}
