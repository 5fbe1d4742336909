import type { Parts } from "../parts.ts";
import { reviveEvent } from "../store/event-store.ts";

/**
 * Sends an event of the account again, under the same webhook-id, so that a receiver recognizes it. False if the event
 * does not exist or still waits. The count of attempts continues: an event that was given up gets one more try and does
 * not delay later ones for long.
 */
export async function resendEvent(
  { database, queue }: Pick<Parts, "database" | "queue">,
  accountId: string,
  eventId: string,
): Promise<boolean> {
  const isSent = await database.transact(async (transaction) => {
    const event = await reviveEvent(transaction, accountId, eventId);
    if (!event) return false;
    const orderKey = event.order_id ?? accountId;
    await queue.send("deliver-events", { orderKey }, transaction, { key: `${eventId}@${Date.now()}`, accountId });
    return true;
  });
  if (isSent) queue.wake("deliver-events");
  return isSent;
}
