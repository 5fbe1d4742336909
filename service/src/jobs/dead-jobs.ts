import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue.ts";
import { failAttempt } from "./fail-attempt.ts";
import { findHeld, groupOrder } from "./group-order.ts";

// What becomes of a job that failed as often as it may, so that no order and no image waits for ever.

const postponeMs = 5 * 60_000;

/** Each frame becomes an image of its own: worse than a merged one, and better than none. */
export async function ungroupOrder(job: Jobs["group-order"], parts: Parts): Promise<void> {
  parts.log.error({ orderId: job.orderId }, "grouping failed for good; each bracket becomes an image");
  const held = await findHeld(parts.database.queries, job.orderId);
  const lists = held.map(({ bracket_id }) => [bracket_id]);
  await groupOrder({ ...job, grouping: { by: "lists", lists } }, parts);
}

export async function giveUpImage(job: Jobs["enhance-image"], parts: Parts): Promise<void> {
  parts.log.error(job, "enhancing failed for good");
  await failAttempt(job, "internal: the image could not be enhanced; process it again later", parts);
}

/** Of jobs that nothing waits for: the operator finds it in the log. */
export async function tellDead(consequence: string, job: object, { log }: Parts): Promise<void> {
  log.error(job, `a job failed for good: ${consequence}`);
}

/** The failures were the service's own, for a receiver's are none of the job: the events are still to be delivered. */
export async function postponeEvents(
  { orderKey }: Jobs["deliver-events"],
  { database, queue, log }: Parts,
): Promise<void> {
  log.error({ orderKey }, "delivery failed many times; it is tried again later");
  const at = new Date(Date.now() + postponeMs);
  await queue.send("deliver-events", { orderKey }, database.queries, { key: `${orderKey}@again`, at });
}
