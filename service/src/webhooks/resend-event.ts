import type { Parts } from "../parts.ts";
import { reviveEvent } from "../store/event-store.ts";

/**
 * Has an event of the account delivered once more, under the same webhook-id, so that a receiver knows it again. False
 * where there is no such event, or it is still waiting. Attempts are counted on: one that was given up gets one more
 * try and does not hold up those after it for long.
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
