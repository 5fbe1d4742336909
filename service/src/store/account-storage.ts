import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import type { Database, Queries } from "../database/database.ts";
import { retentionDaysOf } from "../domain/limits.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { accountColumns } from "./account-store.ts";
import { deletePictures } from "./delete-pictures.ts";
import { deleteOrder } from "./order-store.ts";

const dayMs = 86_400_000;

/** Bytes of the account's undeleted uploads, of the parts of unfinished ones, and of its pictures. */
export async function countBytes(queries: Queries, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce((
      select sum((source->>'sizeBytes')::bigint) from brackets where account_id = ${accountId} and not is_deleted
    ), 0) + coalesce((
      select sum((result->'full'->>'sizeBytes')::bigint + (result->'preview'->>'sizeBytes')::bigint)
      from images where account_id = ${accountId} and not is_deleted
    ), 0) + coalesce((select sum(size_bytes) from upload_parts where account_id = ${accountId}), 0) as bytes`.execute(
    queries,
  );
  return Number(rows[0].bytes);
}

/** Orders of one round, so that a stop need not wait long. */
const ordersAtOnce = 1000;

/**
 * Deletes the orders that have not changed for the retention days of their account, with their pictures and files.
 * Returns how many; `queue.wake("remove-files")` follows.
 */
export async function removeExpired(
  database: Database,
  queue: JobQueue,
  config: Config,
  now = new Date(),
): Promise<number> {
  const { queries } = database;
  let removed = 0;
  for (const account of await queries.selectFrom("accounts").select(accountColumns).execute()) {
    const days = retentionDaysOf(account, config);
    if (days === 0) continue;
    const old = await queries
      .selectFrom("orders")
      .select("order_id")
      .where("account_id", "=", account.accountId)
      .where("is_deleted", "=", false)
      .where("last_updated_at", "<", new Date(now.getTime() - days * dayMs))
      .limit(ordersAtOnce)
      .execute();
    for (const { order_id } of old) {
      await database.transact(async (transaction) => {
        await deleteOrder(transaction, order_id);
        await deletePictures(transaction, queue, { orderId: order_id });
      });
      removed++;
    }
  }
  return removed;
}
