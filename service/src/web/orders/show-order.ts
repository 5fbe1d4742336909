import { type Static, Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import type { OrderRow } from "../../store/order-store.ts";
import { picturesPerPage, readStudioOrder } from "../../store/studio-orders.ts";
import { frameOf } from "../shell/frames.ts";
import { ownOrder } from "../shell/own.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { orderPage } from "./order-page.ts";

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Readonly<Record<string, string>> = {
  renamed: "The order was renamed.",
  deleted: "The picture was deleted.",
  regrouped: "The pictures are being made again with their new frames.",
  remade: "The pictures are being made again.",
};

export const orderQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  done: Type.Optional(Type.String({ maxLength: 32 })),
});

/** GET /app/orders/:order_id */
export function showOrder(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/orders/:order_id",
    schema: { hide: true, params: idParams("order_id"), querystring: orderQuery },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      return sendOrderPage(request, reply, web, { row, query: request.query });
    },
  });
}

interface Shown {
  readonly row: OrderRow;
  readonly query: Partial<Static<typeof orderQuery>>;
  readonly error?: string;
  readonly status?: number;
}

export async function sendOrderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { row, query: { page = 1, done: what = "" }, error, status = 200 }: Shown,
) {
  const order = await readStudioOrder(web.parts.database.queries, row, page);
  const frame = frameOf(request, web);
  const shownPage = Math.min(page, Math.max(1, Math.ceil(order.total / picturesPerPage)));
  const csrf = frame.signedIn.csrf;
  return sendPage(reply, orderPage(frame, { order, page: shownPage, csrf, done: done[what], error }), status);
}
