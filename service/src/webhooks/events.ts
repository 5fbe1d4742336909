import { randomUUID } from "node:crypto";
import type { Queries } from "../database/database.ts";
import type { JobQueue } from "../queue/job-queue.ts";

/** What receivers are told, by the specification's "Events". */
export type WebhookEvent =
  | { readonly event: "webhook_updated" }
  | { readonly event: "image_registered"; readonly image_id: string; readonly order_id: string }
  | {
      readonly event: "image_processed";
      readonly image_id: string;
      readonly error: boolean;
      readonly order_id: string;
      readonly order_is_processing: boolean;
    };

/**
 * Within the transaction of the state that it tells of; delivered later, in order for each order. Nothing is recorded
 * for an account without a webhook.
 */
export async function recordEvent(
  transaction: Queries,
  queue: JobQueue,
  accountId: string,
  event: WebhookEvent,
): Promise<void> {
  const account = await transaction
    .selectFrom("accounts")
    .select("webhook_url")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!account?.webhook_url) return;
  const now = new Date();
  const eventId = `msg_${randomUUID()}`;
  const orderId = "order_id" in event ? event.order_id : null;
  await transaction
    .insertInto("events")
    .values({
      event_id: eventId,
      account_id: accountId,
      order_id: orderId,
      payload: JSON.stringify(event),
      state: "pending",
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
  // A job for each event: one left out because another waits could be missed by that other, if it began before this
  // transaction ends.
  await queue.send("deliver-events", { orderKey: orderId ?? accountId }, transaction, { key: eventId });
}
