import { randomUUID } from "node:crypto";
import type { Account } from "../accounts/accounts.ts";
import type { Queries } from "../database/database.ts";
import type { ImageResult } from "../database/tables.ts";
import type { Preferences } from "../engine/preferences.ts";
import { invalid } from "../http/errors.ts";
import { countEnhancement } from "../limits/daily-limit.ts";
import { dailyLimitOf } from "../limits/tiers.ts";
import type { Parts } from "../parts.ts";
import { recordEvent } from "../webhooks/events.ts";
import { isOrderProcessing, lockOrder } from "./order-store.ts";

export type ImageRow = NonNullable<Awaited<ReturnType<typeof findImage>>>;

export async function findImage(queries: Queries, imageId: string) {
  return queries
    .selectFrom("images")
    .selectAll()
    .where("image_id", "=", imageId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

/** Whether the image's row names the pictures of `result`. */
export async function isResultOf(queries: Queries, imageId: string, result: ImageResult): Promise<boolean> {
  const row = await queries
    .selectFrom("images")
    .select("result")
    .where("image_id", "=", imageId)
    // Where the connection broke during a commit, this waits for its outcome.
    .forUpdate()
    .executeTakeFirst();
  return row?.result?.full.key === result.full.key;
}

/** The image that a frame was merged into; of any other image, itself. */
export async function findMerged(queries: Queries, image: ImageRow): Promise<ImageRow> {
  if (image.parent_image_id === null) return image;
  const merged = await findImage(queries, image.parent_image_id);
  const reason = "input: the image that this frame was merged into was deleted";
  return merged ?? { ...image, status: "error", status_reason: reason };
}

export interface NewImage {
  readonly imageId?: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly name: string;
  readonly contentType: string | null;
  readonly preferences: Preferences;
  readonly devMode: boolean;
  readonly now: Date;
}

/** Throws 422 where the id is taken. */
export async function insertImage(transaction: Queries, image: NewImage): Promise<string> {
  const imageId = image.imageId ?? randomUUID();
  const inserted = await transaction
    .insertInto("images")
    .values({
      image_id: imageId,
      order_id: image.orderId,
      account_id: image.accountId,
      image_name: image.name,
      status: "registered",
      content_type: image.contentType,
      preferences: JSON.stringify(image.preferences),
      dev_mode: image.devMode,
      date_added: image.now,
    })
    .onConflict((conflict) => conflict.column("image_id").doNothing())
    .returning("image_id")
    .executeTakeFirst();
  if (!inserted) throw invalid({ image_id: ["This image_id cannot be used; choose another."] });
  return imageId;
}

/**
 * From registered, processed or error to processing, with the job that does it. Over the account's daily limit, to
 * error with the reason; what is finished or being made is kept as it is, and only told the reason. Within a
 * transaction that has locked the order; `queue.wake` follows it.
 */
export async function beginEnhancement(
  transaction: Queries,
  { queue, config }: Parts,
  image: { readonly imageId: string; readonly orderId: string },
  account: Account,
): Promise<"processing" | "error" | "kept"> {
  const now = new Date();
  const limit = dailyLimitOf(account, config);
  if (!(await countEnhancement(transaction, account.accountId, limit, now))) {
    const reason = rateLimitReason(limit);
    if (await keepImage(transaction, image.imageId, reason)) return "kept";
    await failImage(transaction, queue, { ...image, accountId: account.accountId }, reason);
    return "error";
  }
  const { attempt } = await transaction
    .updateTable("images")
    .set((row) => ({ status: "processing", status_reason: null, attempt: row("attempt", "+", 1) }))
    .where("image_id", "=", image.imageId)
    .returning("attempt")
    .executeTakeFirstOrThrow();
  await touchOrder(transaction, image.orderId, now);
  await queue.send("enhance-image", { imageId: image.imageId, attempt }, transaction);
  return "processing";
}

/** Whether the image is finished or being made; then it only gets `reason`. */
async function keepImage(transaction: Queries, imageId: string, reason: string): Promise<boolean> {
  const kept = await transaction
    .updateTable("images")
    .set({ status_reason: reason })
    .where("image_id", "=", imageId)
    .where("status", "in", ["processed", "processing"])
    .returning("image_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** To the error state, with its event. */
export async function failImage(
  transaction: Queries,
  queue: Parts["queue"],
  { imageId, orderId, accountId }: { readonly imageId: string; readonly orderId: string; readonly accountId: string },
  reason: string,
): Promise<void> {
  const now = new Date();
  await transaction
    .updateTable("images")
    .set({ status: "error", status_reason: reason, processed_at: now })
    .where("image_id", "=", imageId)
    .execute();
  await touchOrder(transaction, orderId, now);
  await recordEvent(transaction, queue, accountId, {
    event: "image_processed",
    image_id: imageId,
    error: true,
    order_id: orderId,
    order_is_processing: await isOrderProcessing(transaction, orderId),
  });
}

/** Whether the attempt is still wanted; then its image says that it waits. */
export async function tellWaiting(
  transaction: Queries,
  { imageId, attempt }: { readonly imageId: string; readonly attempt: number },
): Promise<boolean> {
  const waiting = await transaction
    .updateTable("images")
    .set({
      status_reason: "waiting for the operator: the service failed, not the picture; nothing has to be sent again",
    })
    .where("image_id", "=", imageId)
    .where("attempt", "=", attempt)
    .where("status", "=", "processing")
    .where("is_deleted", "=", false)
    .returning("image_id")
    .executeTakeFirst();
  return waiting !== undefined;
}

function rateLimitReason(limit: number): string {
  return `rate limited: the limit of ${limit} enhancements a day is reached; process the image again tomorrow or with a higher limit`;
}

async function touchOrder(transaction: Queries, orderId: string, now: Date): Promise<void> {
  await transaction.updateTable("orders").set({ last_updated_at: now }).where("order_id", "=", orderId).execute();
}

/**
 * From processing to processed, with its event. Returns the storage keys that nothing names any more: those of the
 * result before, or the new ones where the image was deleted or asked for again meanwhile.
 */
export async function finishImage(
  transaction: Queries,
  queue: Parts["queue"],
  image: ImageRow,
  attempt: number,
  result: ImageResult,
): Promise<readonly string[]> {
  const now = new Date();
  await lockOrder(transaction, image.order_id);
  const finished = await transaction
    .updateTable("images")
    .set({ status: "processed", status_reason: null, result: JSON.stringify(result), processed_at: now })
    .where("image_id", "=", image.image_id)
    .where("attempt", "=", attempt)
    .where("status", "=", "processing")
    .where("is_deleted", "=", false)
    .returning("image_id")
    .executeTakeFirst();
  if (!finished) return [result.full.key, result.preview.key];
  await touchOrder(transaction, image.order_id, now);
  await recordEvent(transaction, queue, image.account_id, {
    event: "image_processed",
    image_id: image.image_id,
    error: false,
    order_id: image.order_id,
    order_is_processing: await isOrderProcessing(transaction, image.order_id),
  });
  return image.result ? [image.result.full.key, image.result.preview.key] : [];
}
