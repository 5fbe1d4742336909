import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { ImageStatus } from "../domain/statuses.ts";
import { findOrder, type OrderRow } from "./order-store.ts";

const ordersPerPage = 10;
const imagesPerOrder = 12;
/** Most images on the page of one order; pictures are loaded as they scroll into view. */
const mostImages = 1000;

export interface RecentOrder {
  readonly orderId: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly isMerging: boolean;
  readonly total: number;
  readonly counts: Readonly<Record<ImageStatus, number>>;
  /** The first twelve, or all if one order is requested. */
  readonly images: readonly RecentImage[];
}

export interface RecentImage {
  readonly imageId: string;
  readonly name: string;
  readonly status: ImageStatus;
  readonly reason: string | null;
  /** Size of the preview, and a tag that changes with its bytes; undefined until it exists. */
  readonly picture: { readonly width: number; readonly height: number; readonly version: string } | undefined;
}

/** A page of an account's orders, the newest first; `page` counts from 1. */
export async function readRecentOrders(
  queries: Queries,
  accountId: string,
  page: number,
): Promise<{ readonly orders: readonly RecentOrder[]; readonly hasMore: boolean }> {
  const rows = await queries
    .selectFrom("orders")
    .select(["order_id", "name", "created_at", "is_merging"])
    .where("account_id", "=", accountId)
    .where("is_deleted", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("order_id")
    .limit(ordersPerPage + 1)
    .offset((page - 1) * ordersPerPage)
    .execute();
  const orders = await withImages(queries, rows.slice(0, ordersPerPage), imagesPerOrder);
  return { orders, hasMore: rows.length > ordersPerPage };
}

/** One order of the account with all its images; undefined if it does not exist. */
export async function readOrder(
  queries: Queries,
  accountId: string,
  orderId: string,
): Promise<RecentOrder | undefined> {
  const row = await findOrder(queries, orderId);
  if (row?.account_id !== accountId) return undefined;
  return (await withImages(queries, [row], mostImages))[0];
}

async function withImages(
  queries: Queries,
  rows: readonly Pick<OrderRow, "order_id" | "name" | "created_at" | "is_merging">[],
  most: number,
): Promise<readonly RecentOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.order_id);
  const images = await firstImages(queries, ids, most);
  const counts = await countImages(queries, ids);
  return rows.map((row) => {
    const ofOrder = { registered: 0, processing: 0, processed: 0, error: 0 };
    for (const { order_id, status, count } of counts) if (order_id === row.order_id) ofOrder[status] = Number(count);
    return {
      orderId: row.order_id,
      name: row.name,
      createdAt: row.created_at,
      isMerging: row.is_merging,
      total: Object.values(ofOrder).reduce((sum, count) => sum + count, 0),
      counts: ofOrder,
      images: images.filter(({ order_id }) => order_id === row.order_id).map(viewImage),
    };
  });
}

async function firstImages(queries: Queries, orderIds: readonly string[], most: number) {
  return queries
    .selectFrom((from) =>
      from
        .selectFrom("images")
        .select(["image_id", "order_id", "image_name", "status", "status_reason", "result"])
        .select(sql<string>`row_number() over (partition by order_id order by date_added, image_id)`.as("place"))
        .where("order_id", "in", orderIds)
        .where("is_deleted", "=", false)
        .where("parent_image_id", "is", null)
        .as("numbered"),
    )
    .selectAll()
    .where("place", "<=", String(most))
    .orderBy("place")
    .execute();
}

async function countImages(queries: Queries, orderIds: readonly string[]) {
  return queries
    .selectFrom("images")
    .select((row) => ["order_id", "status", row.fn.countAll<string>().as("count")])
    .where("order_id", "in", orderIds)
    .where("is_deleted", "=", false)
    .where("parent_image_id", "is", null)
    .groupBy(["order_id", "status"])
    .execute();
}

function viewImage(row: Awaited<ReturnType<typeof firstImages>>[number]): RecentImage {
  const preview = row.result?.preview;
  return {
    imageId: row.image_id,
    name: row.image_name,
    status: row.status,
    reason: row.status_reason,
    picture: preview && { width: preview.width, height: preview.height, version: preview.sha256.slice(0, 16) },
  };
}
