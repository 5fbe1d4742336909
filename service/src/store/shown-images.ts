import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Queries } from "../database/database.ts";
import type { ImageRow } from "./image-store.ts";
import { isAwaited, takesBracket } from "./order-store.ts";

const shownColumns = [
  "image_id",
  "image_name",
  "order_id",
  "account_id",
  "status",
  "status_reason",
  "content_type",
  "date_added",
  "downloaded",
  "parent_image_id",
  "preferences",
  "metadata",
  "result",
] as const satisfies readonly (keyof ImageRow)[];

/** The columns that clients see of an image. */
export type ShownImage = Pick<ImageRow, (typeof shownColumns)[number]>;

/** One of an order's images. */
export type OrderedImage = ShownImage & { readonly is_awaited: boolean };

/** What orders show in addition to their own rows. */
interface ShownOrders {
  /** The images that are not frames of others, in order of registration. */
  readonly images: readonly OrderedImage[];
  /** Number of uploaded brackets without an image that no grouping will use, by order. */
  readonly waitingBrackets: ReadonlyMap<string, number>;
}

/**
 * Orders of hundreds of images are read many times a second: one JSON value takes half as long to read from the
 * database as the columns of each row.
 */
export async function readShownOrders(queries: Queries, orderIds: readonly string[]): Promise<ShownOrders> {
  const { images, waiting } = await queries
    .selectNoFrom((row) => [
      jsonArrayFrom(
        row
          .selectFrom("images")
          .select(shownColumns)
          .select(isAwaited().as("is_awaited"))
          .where("order_id", "in", orderIds)
          .where("is_deleted", "=", false)
          .where("parent_image_id", "is", null)
          .orderBy("date_added")
          .orderBy("image_id"),
      ).as("images"),
      jsonArrayFrom(
        row
          .selectFrom("brackets")
          .select((bracket) => ["order_id", bracket.fn.countAll<number>().as("count")])
          .where("order_id", "in", orderIds)
          .where("image_id", "is", null)
          .where("source", "is not", null)
          .where("is_deleted", "=", false)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("groupings")
                  .select("grouping_id")
                  .whereRef("groupings.order_id", "=", "brackets.order_id")
                  .where(takesBracket()),
              ),
            ),
          )
          .groupBy("order_id"),
      ).as("waiting"),
    ])
    .executeTakeFirstOrThrow();
  return {
    images: images.map((image) => ({ ...image, date_added: new Date(image.date_added) })),
    waitingBrackets: new Map(waiting.map(({ order_id, count }) => [order_id, Number(count)])),
  };
}

/** Their number for each order; orders without any are absent. */
export async function countImagesOfOrders(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("images")
    .select(["order_id", (row) => row.fn.countAll().as("images")])
    .where("order_id", "in", orderIds)
    .where("is_deleted", "=", false)
    .where("parent_image_id", "is", null)
    .groupBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, images }) => [order_id, Number(images)]));
}
