import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { readStudioOrders } from "../../store/studio-orders.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { ordersPage } from "./orders-page.ts";

const pageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  q: Type.String({ maxLength: 200, default: "" }),
});

/** GET /app/orders */
export function showOrders(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/orders",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page, q } = request.query;
      const text = q.trim();
      const { accountId } = visitorOf(request).account;
      const found = await readStudioOrders(web.parts.database.queries, accountId, { page, text });
      return sendPage(reply, ordersPage(frameOf(request, web), { ...found, page, text }));
    },
  });
}
