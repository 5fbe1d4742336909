import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue.ts";
import { failImage } from "../store/image-store.ts";

/** To the error state, with its event; nothing happens where the attempt is over or a newer one was asked for. */
export async function failAttempt(
  { imageId, attempt }: Jobs["enhance-image"],
  reason: string,
  { database, queue }: Parts,
): Promise<void> {
  await database.queries.transaction().execute(async (transaction) => {
    const image = await transaction
      .selectFrom("images")
      .select(["order_id", "account_id"])
      .where("image_id", "=", imageId)
      .where("attempt", "=", attempt)
      .where("status", "=", "processing")
      .where("is_deleted", "=", false)
      .forUpdate()
      .executeTakeFirst();
    if (!image) return;
    await failImage(transaction, queue, { imageId, orderId: image.order_id, accountId: image.account_id }, reason);
  });
  queue.wake("deliver-events");
}
