import { sql } from "kysely";
import { databaseTime } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import type { ImageResult } from "../database/stored-values.ts";
import type { Account } from "../domain/account.ts";
import { dailyLimitOf } from "../domain/limits.ts";
import { type ImageChange, type ImageStatus, isEnd, statusAfter } from "../domain/statuses.ts";
import type { Parts } from "../parts.ts";
import { recordEvent } from "./event-store.ts";
import type { Attempt } from "./image-store.ts";
import { isOrderProcessing, lockOrderOf } from "./order-store.ts";
import { countEnhancement } from "./usage.ts";

type LockedImage = NonNullable<Awaited<ReturnType<typeof lockImage>>>;

/** The image, locked until the transaction ends; undefined if it is deleted. */
async function lockImage(transaction: Queries, imageId: string) {
  return transaction
    .selectFrom("images")
    .select(["image_id", "order_id", "account_id", "status", "attempt", "result"])
    .where("image_id", "=", imageId)
    .where("is_deleted", "=", false)
    .forUpdate()
    .executeTakeFirst();
}

/** A change that was made. */
interface Changed {
  readonly status: ImageStatus;
  /** Whether an event for the account's webhook was recorded. */
  readonly hasEvent: boolean;
}

/** The only place where an image's state changes; records an event if it is an end. Undefined: no change. */
async function changeImage(
  transaction: Queries,
  queue: Parts["queue"],
  image: LockedImage,
  change: ImageChange,
  { reason = null, result }: { readonly reason?: string | null; readonly result?: ImageResult } = {},
): Promise<Changed | undefined> {
  const status = statusAfter(change, image.status);
  if (status === undefined) return undefined;
  const ends = isEnd(change, image.status);
  await transaction
    .with("order", (query) => touchOrder(query, image.order_id))
    .updateTable("images")
    .set({
      status,
      status_reason: reason,
      ...(change === "begin" ? { attempt: image.attempt + 1 } : {}),
      ...(ends ? { processed_at: databaseTime } : {}),
      ...(result ? { result: JSON.stringify(result) } : {}),
    })
    .where("image_id", "=", image.image_id)
    .execute();
  return { status, hasEvent: ends && (await recordEnd(transaction, queue, image, status)) };
}

async function recordEnd(
  transaction: Queries,
  queue: Parts["queue"],
  { image_id, order_id, account_id }: LockedImage,
  status: ImageStatus,
): Promise<boolean> {
  return recordEvent(transaction, queue, account_id, async () => ({
    event: "image_processed",
    image_id,
    error: status === "error",
    order_id,
    order_is_processing: await isOrderProcessing(transaction, order_id),
  }));
}

/**
 * Begins the enhancement of an image and sends its job. Beyond the account's daily limit, the image is set to error
 * with the reason; a finished or running enhancement is kept, and its reason says that this request was refused. Call
 * it within a transaction that has locked the order, and `queue.wake` after it.
 */
export async function beginEnhancement(
  transaction: Queries,
  { queue, config }: Parts,
  imageId: string,
  account: Account,
): Promise<"processing" | "error" | "kept" | "deleted"> {
  const image = await lockImage(transaction, imageId);
  if (!image) return "deleted";
  const limit = dailyLimitOf(account, config);
  if (!(await countEnhancement(transaction, account.accountId, limit, new Date()))) {
    const reason = rateLimitReason(limit, image.status);
    const changed = await changeImage(transaction, queue, image, "refuse", { reason });
    return changed?.status === "error" ? "error" : "kept";
  }
  await changeImage(transaction, queue, image, "begin");
  const others = (await countOpenImages(transaction, account.accountId)) - 1;
  const priority = await queue.priorityAfter("enhance-image", others, transaction);
  await queue.send("enhance-image", { imageId, attempt: image.attempt + 1 }, transaction, { priority });
  return "processing";
}

/** Images beyond this number get the same turn, so an account's images are then made in order of request. */
const maxCounted = 10_000;

/** Number of images of the account that are waiting or being made, up to 10,000. */
async function countOpenImages(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom((from) =>
      from
        .selectFrom("images")
        .select("image_id")
        .where("account_id", "=", accountId)
        // A literal, so that the query uses the index with the same condition.
        .where("status", "=", sql.lit("processing" as const))
        .limit(maxCounted)
        .as("open"),
    )
    .select((row) => row.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets the error state, unless the attempt has ended or a newer one was requested. */
export async function failAttempt(
  transaction: Queries,
  queue: Parts["queue"],
  { imageId, attempt }: Attempt,
  reason: string,
): Promise<void> {
  const image = await lockWithOrder(transaction, imageId);
  if (image?.attempt === attempt) await changeImage(transaction, queue, image, "fail", { reason });
}

/** Sets the error state because the upload is unusable, unless the image is finished or being made. */
export async function refuseUpload(
  transaction: Queries,
  queue: Parts["queue"],
  imageId: string,
  reason: string,
): Promise<void> {
  const image = await lockWithOrder(transaction, imageId);
  if (image) await changeImage(transaction, queue, image, "refuse", { reason });
}

/** The result of `finishAttempt`. */
interface Finished {
  /**
   * Storage keys that are no longer referenced: those of the previous result, or the new ones if the image was deleted
   * or requested again meanwhile.
   */
  readonly unused: readonly string[];
  /** Whether an event waits to be delivered. */
  readonly hasEvent: boolean;
}

/** Changes the state from processing to processed. */
export async function finishAttempt(
  transaction: Queries,
  queue: Parts["queue"],
  { imageId, attempt }: Attempt,
  result: ImageResult,
): Promise<Finished> {
  const image = await lockWithOrder(transaction, imageId);
  const changed =
    image?.attempt === attempt ? await changeImage(transaction, queue, image, "finish", { result }) : undefined;
  const unused = changed ? image?.result : result;
  return { unused: unused ? [unused.full.key, unused.preview.key] : [], hasEvent: changed?.hasEvent === true };
}

async function lockWithOrder(transaction: Queries, imageId: string): Promise<LockedImage | undefined> {
  await lockOrderOf(transaction, imageId);
  return lockImage(transaction, imageId);
}

/** Records on the image that it waits for the operator. Returns whether the attempt is still the current one. */
export async function markWaiting(transaction: Queries, { imageId, attempt }: Attempt): Promise<boolean> {
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

/** What a refused request does not change, by the image's status. */
const kept: Partial<Readonly<Record<ImageStatus, string>>> = {
  processed: "this request was refused and the existing picture stays",
  processing: "this request was refused and the picture of the previous request is still being made",
};

function rateLimitReason(limit: number, status: ImageStatus): string {
  const reason = `the limit of ${limit} enhancements a day is reached`;
  const consequence = kept[status];
  return `rate limited: ${reason}${consequence ? `; ${consequence}` : ""}; process the image again tomorrow or with a higher limit`;
}

function touchOrder(queries: Pick<Queries, "updateTable">, orderId: string) {
  return queries.updateTable("orders").set({ last_updated_at: databaseTime }).where("order_id", "=", orderId);
}
