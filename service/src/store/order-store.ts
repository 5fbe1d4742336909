import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { databaseTime } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import { type OrderChange, type OrderState, orderStateAfter } from "../domain/statuses.ts";
import { takenOrder } from "../errors/http-error.ts";

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
 * Locks an order for the transaction; false if it is deleted or does not exist. Transactions that change several rows
 * of an order lock it first: otherwise two could lock rows in different order and wait for each other.
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

/** Locks the order of an image that is not deleted. */
export async function lockOrderOf(transaction: Queries, imageId: string): Promise<void> {
  await transaction
    .selectFrom("orders")
    .select("order_id")
    .where("order_id", "=", (query) =>
      query.selectFrom("images").select("order_id").where("image_id", "=", imageId).where("is_deleted", "=", false),
    )
    .where("is_deleted", "=", false)
    .forNoKeyUpdate()
    .execute();
}

/** The account's order of this id, created if necessary. Throws 409 if the id is another account's or was deleted. */
export async function ensureOrder(
  transaction: Queries,
  accountId: string,
  { orderId = randomUUID(), name = null }: { orderId?: string; name?: string | null },
): Promise<string> {
  await transaction
    .insertInto("orders")
    .values({ order_id: orderId, account_id: accountId, name, created_at: databaseTime, last_updated_at: databaseTime })
    .onConflict((conflict) =>
      conflict
        .column("order_id")
        .doUpdateSet({ last_updated_at: databaseTime })
        .where("orders.account_id", "=", accountId)
        .where("orders.is_deleted", "=", false),
    )
    .returning("order_id")
    .executeTakeFirstOrThrow(takenOrder);
  return orderId;
}

/**
 * Whether an image of the order is being enhanced or will be: it was grouped, its upload is awaited, or a grouping will
 * still create it.
 */
export async function isOrderProcessing(queries: Queries, orderId: string): Promise<boolean> {
  if (await awaitsImages(queries, orderId)) return true;
  const working = await queries
    .selectFrom("images")
    .select("image_id")
    .where("order_id", "=", orderId)
    .where((image) =>
      image.or([
        image("status", "=", "processing"),
        image.and([image("status", "=", "registered"), image.or([image("grouping_id", "is not", null), isAwaited()])]),
      ]),
    )
    .where("is_deleted", "=", false)
    .limit(1)
    .executeTakeFirst();
  return working !== undefined;
}

/** Condition on a row of `images`: its file has not arrived, and its upload address is still valid. */
export function isAwaited() {
  return sql<boolean>`images.status = 'registered' and exists (
    select from brackets
    where brackets.image_id = images.image_id and brackets.source is null and not brackets.is_deleted
      and brackets.upload_until > ${new Date()}
  )`;
}

/** A grouping that finds no brackets left ends without an image, and therefore without an event. */
async function awaitsImages(queries: Queries, orderId: string): Promise<boolean> {
  const grouping = await queries
    .selectFrom("groupings")
    .innerJoin("brackets", "brackets.order_id", "groupings.order_id")
    .select("grouping_id")
    .where("groupings.order_id", "=", orderId)
    .where("brackets.image_id", "is", null)
    .where("brackets.source", "is not", null)
    .where("brackets.is_deleted", "=", false)
    .where(takesBracket())
    .limit(1)
    .executeTakeFirst();
  return grouping !== undefined;
}

/** Condition on rows of `groupings` and `brackets` of one order: the grouping uses the bracket. */
export function takesBracket() {
  return sql<boolean>`coalesce(groupings.bracket_ids ? brackets.bracket_id, true)`;
}

export function orderStateOf(row: Pick<OrderRow, "is_deleted" | "is_merging">): OrderState {
  if (row.is_deleted) return "deleted";
  return row.is_merging ? "merging" : "open";
}

/**
 * The only place where an order's state changes; undefined if the order is deleted. `grouping`: the one that begins or
 * ends.
 */
async function changeOrder(
  transaction: Queries,
  orderId: string,
  change: OrderChange,
  grouping?: string,
): Promise<OrderState | undefined> {
  const row = await transaction
    .selectFrom("orders")
    .select(["is_deleted", "is_merging"])
    .where("order_id", "=", orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const others = row && (await hasGroupings(transaction, orderId, grouping ?? ""));
  const state = row && orderStateAfter(change, orderStateOf(row), { others: others === true });
  if (state === undefined) return undefined;
  await transaction
    .updateTable("orders")
    .set({ is_merging: state === "merging", is_deleted: state === "deleted", last_updated_at: databaseTime })
    .where("order_id", "=", orderId)
    .execute();
  return state;
}

async function hasGroupings(transaction: Queries, orderId: string, except: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("groupings")
    .select("grouping_id")
    .where("order_id", "=", orderId)
    .where("grouping_id", "<>", except)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Begins a grouping of only these brackets, or (null) of all that were uploaded. Returns its id; undefined if the order
 * is deleted.
 */
export async function beginGrouping(
  transaction: Queries,
  orderId: string,
  bracketIds: readonly string[] | null,
): Promise<string | undefined> {
  const grouping_id = randomUUID();
  if (!(await changeOrder(transaction, orderId, "begin", grouping_id))) return undefined;
  const bracket_ids = bracketIds && JSON.stringify(bracketIds);
  await transaction.insertInto("groupings").values({ grouping_id, order_id: orderId, bracket_ids }).execute();
  return grouping_id;
}

/** Does nothing if it has ended before, as after a crash, or if the order was deleted. */
export async function endGrouping(transaction: Queries, orderId: string, groupingId: string): Promise<void> {
  if (!(await changeOrder(transaction, orderId, "end", groupingId))) return;
  await transaction.deleteFrom("groupings").where("grouping_id", "=", groupingId).execute();
}

/** The caller deletes its images and brackets, with `deletePictures`. */
export async function deleteOrder(transaction: Queries, orderId: string): Promise<void> {
  if (!(await changeOrder(transaction, orderId, "delete"))) return;
  await transaction.deleteFrom("groupings").where("order_id", "=", orderId).execute();
}

/** Up to `most` of an account's orders, newest first, starting after the order `after`. */
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
    .set({ name, last_updated_at: databaseTime })
    .where("order_id", "=", orderId)
    .execute();
}
