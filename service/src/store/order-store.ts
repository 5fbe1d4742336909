import { randomUUID } from "node:crypto";
import type { Queries } from "../database/database.ts";
import { type OrderChange, type OrderState, orderStateAfter } from "../domain/order-status.ts";
import { invalid } from "../errors/http-error.ts";

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

export async function findOrder(queries: Queries, orderId: string) {
  return queries
    .selectFrom("orders")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

/**
 * Keeps an order for the transaction; false where it is deleted or there is none. Whatever changes several rows of an
 * order locks it first: in orders of their own, two could wait for each other.
 */
export async function lockOrder(transaction: Queries, orderId: string): Promise<boolean> {
  const order = await transaction
    .selectFrom("orders")
    .select("order_id")
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return order !== undefined;
}

/** The account's order of this id, made where there is none. Throws 422 where the id is another's or was deleted. */
export async function ensureOrder(
  transaction: Queries,
  accountId: string,
  { orderId = randomUUID(), name = null, now }: { orderId?: string; name?: string | null; now: Date },
): Promise<string> {
  await transaction
    .insertInto("orders")
    .values({ order_id: orderId, account_id: accountId, name, created_at: now, last_updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column("order_id")
        .doUpdateSet({ last_updated_at: now })
        .where("orders.account_id", "=", accountId)
        .where("orders.is_deleted", "=", false),
    )
    .returning("order_id")
    .executeTakeFirstOrThrow(() => invalid({ order_id: ["This order_id cannot be used; choose another."] }));
  return orderId;
}

/** Whether any image of the order is being enhanced, or its brackets grouped, so that more images may come. */
export async function isOrderProcessing(queries: Queries, orderId: string): Promise<boolean> {
  const merging = await queries
    .selectFrom("orders")
    .select("order_id")
    .where("order_id", "=", orderId)
    .where("is_merging", "=", true)
    .executeTakeFirst();
  if (merging) return true;
  const working = await queries
    .selectFrom("images")
    .select("image_id")
    .where("order_id", "=", orderId)
    .where("status", "=", "processing")
    .where("is_deleted", "=", false)
    .limit(1)
    .executeTakeFirst();
  return working !== undefined;
}

export function orderStateOf(row: Pick<OrderRow, "is_deleted" | "is_merging">): OrderState {
  if (row.is_deleted) return "deleted";
  return row.is_merging ? "merging" : "open";
}

/**
 * The one place where an order's state changes; false where it does not, since the order is deleted. An order that is
 * deleted is none that merges. Its images and brackets are the caller's, by `deletePictures`.
 */
export async function changeOrder(transaction: Queries, orderId: string, change: OrderChange): Promise<boolean> {
  const row = await transaction
    .selectFrom("orders")
    .select(["is_deleted", "is_merging"])
    .where("order_id", "=", orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const state = row && orderStateAfter(change, orderStateOf(row));
  if (state === undefined) return false;
  await transaction
    .updateTable("orders")
    .set({ is_merging: state === "merging", is_deleted: state === "deleted", last_updated_at: new Date() })
    .where("order_id", "=", orderId)
    .execute();
  return true;
}

/** `most` of an account's orders, the newest first, from behind the order `after`. */
export async function findOrders(
  queries: Queries,
  accountId: string,
  { most, after }: { readonly most: number; readonly after?: { readonly createdAt: Date; readonly orderId: string } },
): Promise<OrderRow[]> {
  let page = queries
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("is_deleted", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("order_id")
    .limit(most);
  if (after) {
    page = page.where((row) =>
      row.or([
        row("created_at", "<", after.createdAt),
        row.and([row("created_at", "=", after.createdAt), row("order_id", ">", after.orderId)]),
      ]),
    );
  }
  return page.execute();
}

export async function renameOrder(queries: Queries, orderId: string, name: string | null): Promise<void> {
  await queries
    .updateTable("orders")
    .set({ name, last_updated_at: new Date() })
    .where("order_id", "=", orderId)
    .execute();
}
