import type { FastifyRequest } from "fastify";
import { notFound } from "../../errors/http-error.ts";
import { findImage, type ImageRow } from "../../store/image-store.ts";
import { findOrder, type OrderRow } from "../../store/order-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** The visitor's own order. Throws 404 for any other. */
export async function ownOrder(request: FastifyRequest, { parts }: WebParts, orderId: string): Promise<OrderRow> {
  const order = await findOrder(parts.database.queries, orderId);
  if (order?.account_id !== visitorOf(request).account.accountId) throw notFound("order");
  return order;
}

/** The visitor's own image. Throws 404 for any other. */
export async function ownImage(request: FastifyRequest, { parts }: WebParts, imageId: string): Promise<ImageRow> {
  const image = await findImage(parts.database.queries, imageId);
  if (image?.account_id !== visitorOf(request).account.accountId) throw notFound("picture");
  return image;
}
