import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/job-queue.ts";
import { failImage, findImage } from "../store/image-store.ts";
import { lockOrder } from "../store/order-store.ts";

/** To the error state, with its event; nothing happens where the attempt is over or a newer one was asked for. */
export async function failAttempt(
  { imageId, attempt }: Jobs["enhance-image"],
  reason: string,
  { database, queue }: Parts,
): Promise<void> {
  const found = await findImage(database.queries, imageId);
  if (!found) return;
  const { order_id: orderId, account_id: accountId } = found;
  await database.transact(async (transaction) => {
    await lockOrder(transaction, orderId);
    const image = await transaction
      .selectFrom("images")
      .select("image_id")
      .where("image_id", "=", imageId)
      .where("attempt", "=", attempt)
      .where("status", "=", "processing")
      .where("is_deleted", "=", false)
      .forUpdate()
      .executeTakeFirst();
    if (!image) return;
    await failImage(transaction, queue, { imageId, orderId, accountId }, reason);
  });
  queue.wake("deliver-events");
}
