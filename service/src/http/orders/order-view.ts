import { Type } from "@sinclair/typebox";
import type { Queries } from "../../database/database.ts";
import { isProcessing, orderStatusOf } from "../../domain/statuses.ts";
import { findOrder, type OrderRow, orderStateOf } from "../../store/order-store.ts";
import { type OrderedImage, readShownOrders } from "../../store/shown-images.ts";
import { viewImage } from "../images/image-view.ts";
import { clientId, errorAnswers, idParams, nullable } from "../schemas.ts";

export const orderSchema = Type.Object(
  {
    order_id: Type.String(),
    name: nullable(Type.String()),
    created_at: Type.String({ description: "RFC 3339" }),
    last_updated_at: Type.String({ description: "RFC 3339" }),
    is_deleted: Type.Boolean(),
    is_merging: Type.Boolean({ description: "Brackets are being grouped into images" }),
    is_processing: Type.Boolean({
      description: "Images are being enhanced; once one has begun, also while uploads of others are awaited",
    }),
    status: Type.String({ description: "waiting, processing, processed or error" }),
    total_images: Type.Integer(),
    waiting_brackets: Type.Integer({
      description: "Uploaded brackets that belong to no image until the order is processed again",
    }),
    images: Type.Array(Type.Ref("Image")),
  },
  { $id: "Order", title: "Order" },
);

/** The orders with their images, in the order given. */
export async function viewOrders(queries: Queries, rows: readonly OrderRow[]) {
  if (rows.length === 0) return [];
  const { images, waitingBrackets } = await readShownOrders(
    queries,
    rows.map((row) => row.order_id),
  );
  const byOrder = new Map(rows.map((row) => [row.order_id, [] as OrderedImage[]]));
  for (const image of images) byOrder.get(image.order_id)?.push(image);
  return rows.map((row) => viewOrder(row, byOrder.get(row.order_id) ?? [], waitingBrackets.get(row.order_id) ?? 0));
}

function viewOrder(row: OrderRow, images: readonly OrderedImage[], waitingBrackets: number) {
  const states = images.map(({ status, is_awaited }) => ({ status, isAwaited: is_awaited }));
  return {
    order_id: row.order_id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_updated_at: row.last_updated_at.toISOString(),
    is_deleted: row.is_deleted,
    is_merging: row.is_merging,
    is_processing: isProcessing(states),
    status: orderStatusOf(orderStateOf(row), states),
    total_images: images.length,
    waiting_brackets: waitingBrackets,
    images: images.map((image) => viewImage(image)),
  };
}

export const params = idParams("order_id");

/** Answers of the endpoints of one order. */
export const shown = Type.Ref("Order", { description: "The order as it is now" });

export const one = { params, response: { 200: shown, ...errorAnswers(404, 414) } };

export const changed = { params, response: { 200: shown, ...errorAnswers(404, 413, 414) } };

/** The fields of an order that a client may set. */
export const orderBody = Type.Object({
  order_id: Type.Optional(nullable(clientId("Chosen by the client"))),
  name: Type.Optional(nullable(Type.String({ maxLength: 1024 }))),
});

/** The order as it is now. */
export async function view(queries: Queries, orderId: string) {
  const row = await findOrder(queries, orderId);
  const [order] = await viewOrders(queries, row ? [row] : []);
  return order;
}
