import { type ExpressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Queries } from "../database/database.ts";
import type { ImageResult } from "../database/stored-values.ts";
import type { Tables } from "../database/tables.ts";
import type { ImageStatus } from "../domain/statuses.ts";
import type { OrderRow } from "./order-store.ts";

const ordersPerPage = 20;
/** Pictures that a row of the list shows. */
const picturesPerRow = 5;
/** Pictures of one page of an order; they are loaded as they scroll into view. */
export const picturesPerPage = 200;

/** An order as its studio sees it. */
export interface StudioOrder {
  readonly orderId: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly isMerging: boolean;
  readonly counts: Readonly<Record<ImageStatus, number>>;
  /** Images of any status. */
  readonly total: number;
  /** Uploaded files that belong to no image. */
  readonly waitingFiles: number;
  /** The images of one page, in order of registration. */
  readonly images: readonly StudioImage[];
}

export interface StudioImage {
  readonly imageId: string;
  readonly name: string;
  readonly status: ImageStatus;
  readonly reason: string | null;
  /** Size of the picture for screens, and a tag that changes with its bytes; undefined until it exists. */
  readonly picture: { readonly width: number; readonly height: number; readonly version: string } | undefined;
  readonly isThreesixty: boolean;
  readonly frames: number;
  /** Warnings of the engine and findings of its check. */
  readonly remarks: number;
  readonly rating: number;
  readonly isApproved: boolean;
  readonly isBought: boolean;
}

export interface OrderSearch {
  /** Counts from 1. */
  readonly page: number;
  /** Part of an order's name, or of the name of one of its pictures; empty: every order. */
  readonly text: string;
}

/** A page of an account's orders, the newest first. */
export async function readStudioOrders(
  queries: Queries,
  accountId: string,
  { page, text }: OrderSearch,
): Promise<{ readonly orders: readonly StudioOrder[]; readonly hasMore: boolean }> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  let found = queries
    .selectFrom("orders")
    .select(["order_id", "name", "created_at", "is_merging"])
    .where("account_id", "=", accountId)
    .where("is_deleted", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("order_id")
    .limit(ordersPerPage + 1)
    .offset((page - 1) * ordersPerPage);
  if (text !== "") {
    found = found.where((row) =>
      row.or([
        row("name", "ilike", pattern),
        row("order_id", "=", text),
        row.exists(
          row
            .selectFrom("images")
            .select("image_id")
            .whereRef("images.order_id", "=", "orders.order_id")
            .where("images.is_deleted", "=", false)
            .where("image_name", "ilike", pattern),
        ),
      ]),
    );
  }
  const rows = await found.execute();
  const orders = await withImages(queries, rows.slice(0, ordersPerPage), { first: 0, most: picturesPerRow });
  return { orders, hasMore: rows.length > ordersPerPage };
}

/** The order with the images of a page, which counts from 1. */
export async function readStudioOrder(queries: Queries, row: OrderRow, page: number): Promise<StudioOrder> {
  const [order] = await withImages(queries, [row], { first: (page - 1) * picturesPerPage, most: picturesPerPage });
  return order;
}

interface Span {
  readonly first: number;
  readonly most: number;
}

async function withImages(
  queries: Queries,
  rows: readonly Pick<OrderRow, "order_id" | "name" | "created_at" | "is_merging">[],
  span: Span,
): Promise<readonly StudioOrder[]> {
  if (rows.length === 0) return [];
  const { images, counts, waiting } = await readContents(
    queries,
    rows.map((row) => row.order_id),
    span,
  );
  return rows.map((row) => {
    const ofOrder = { registered: 0, processing: 0, processed: 0, error: 0 };
    for (const { order_id, status, count } of counts) if (order_id === row.order_id) ofOrder[status] = count;
    return {
      orderId: row.order_id,
      name: row.name,
      createdAt: row.created_at,
      isMerging: row.is_merging,
      total: Object.values(ofOrder).reduce((sum, count) => sum + count, 0),
      counts: ofOrder,
      waitingFiles: waiting.find(({ order_id }) => order_id === row.order_id)?.count ?? 0,
      images: images.filter(({ order_id }) => order_id === row.order_id).map(studioImage),
    };
  });
}

/**
 * One statement with three JSON values, since each statement waits for a free processor while pictures are made, and a
 * value takes half as long to read as the columns of its rows.
 */
async function readContents(queries: Queries, orderIds: readonly string[], span: Span) {
  return queries
    .selectNoFrom((from) => [
      jsonArrayFrom(imagesOf(from, orderIds, span)).as("images"),
      jsonArrayFrom(
        from
          .selectFrom("images")
          .select((row) => ["order_id", "status", row.fn.countAll<number>().as("count")])
          .where("order_id", "in", orderIds)
          .where("is_deleted", "=", false)
          .where("parent_image_id", "is", null)
          .groupBy(["order_id", "status"]),
      ).as("counts"),
      jsonArrayFrom(
        from
          .selectFrom("brackets")
          .select((row) => ["order_id", row.fn.countAll<number>().as("count")])
          .where("order_id", "in", orderIds)
          .where("image_id", "is", null)
          .where("source", "is not", null)
          .where("is_deleted", "=", false)
          .groupBy("order_id"),
      ).as("waiting"),
    ])
    .executeTakeFirstOrThrow();
}

function imagesOf(from: ExpressionBuilder<Tables, never>, orderIds: readonly string[], { first, most }: Span) {
  return from
    .selectFrom((inner) =>
      inner
        .selectFrom("images")
        .select(["image_id", "order_id", "image_name", "status", "status_reason", "downloaded"])
        .select([
          sql<boolean>`approved_at is not null`.as("is_approved"),
          sql<ImageResult["preview"] | null>`result->'preview'`.as("preview"),
          sql<boolean | null>`result->'isThreesixty'`.as("is_threesixty"),
          sql<number>`coalesce(jsonb_array_length(result->'warnings'), 0)
            + coalesce(jsonb_array_length(result->'check'->'findings'), 0)`.as("remarks"),
          sql<number | null>`preferences->'rating'`.as("rating"),
        ])
        .select(sql<string>`row_number() over (partition by order_id order by date_added, image_id)`.as("place"))
        .where("order_id", "in", orderIds)
        .where("is_deleted", "=", false)
        .where("parent_image_id", "is", null)
        .as("numbered"),
    )
    .selectAll()
    .select((row) =>
      row
        .selectFrom("brackets")
        .select((bracket) => bracket.fn.countAll<number>().as("frames"))
        .whereRef("brackets.image_id", "=", "numbered.image_id")
        .where("brackets.is_deleted", "=", false)
        .as("frames"),
    )
    .where("place", ">", String(first))
    .where("place", "<=", String(first + most))
    .orderBy("place");
}

type OrderedImage = Awaited<ReturnType<typeof readContents>>["images"][number];

function studioImage({ preview, ...row }: OrderedImage): StudioImage {
  return {
    imageId: row.image_id,
    name: row.image_name,
    status: row.status,
    reason: row.status_reason,
    picture: preview
      ? { width: preview.width, height: preview.height, version: preview.sha256.slice(0, 16) }
      : undefined,
    isThreesixty: row.is_threesixty ?? false,
    frames: row.frames ?? 0,
    remarks: row.remarks,
    rating: row.rating ?? 0,
    isApproved: row.is_approved,
    isBought: row.downloaded,
  };
}
