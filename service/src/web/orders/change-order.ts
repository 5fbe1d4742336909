import { Type } from "@sinclair/typebox";
import { removeOrder } from "../../http/orders/orders.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { renameOrder as keepName } from "../../store/order-store.ts";
import { ownOrder } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";

const params = idParams("order_id");

/** POST /app/orders/:order_id/rename */
export function renameOrder(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/rename",
    schema: { hide: true, params, body: Type.Object({ name: Type.String({ maxLength: 1024 }) }) },
    async handler(request, reply) {
      const { order_id: orderId } = await ownOrder(request, web, request.params.order_id);
      await keepName(web.parts.database.queries, orderId, request.body.name.trim() || null);
      return reply.redirect(`${web.site.base}/app/orders/${orderId}?done=renamed`, 303);
    },
  });
}

/** POST /app/orders/:order_id/delete */
export function deleteOrder(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/delete",
    schema: { hide: true, params },
    async handler(request, reply) {
      const { order_id: orderId } = await ownOrder(request, web, request.params.order_id);
      await removeOrder(web.parts, orderId);
      return reply.redirect(`${web.site.base}/app/orders`, 303);
    },
  });
}
