import { Type } from "@sinclair/typebox";
import type { Queries } from "../../database/database.ts";
import { findOrder } from "../../store/order-store.ts";
import { clientId, errorAnswers, idParams, nullable } from "../schemas.ts";
import { viewOrders } from "./order-view.ts";

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
