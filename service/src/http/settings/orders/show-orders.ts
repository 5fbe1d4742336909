import { Type } from "@sinclair/typebox";
import { readRecentOrders } from "../../../store/recent-orders.ts";
import type { App } from "../../route.ts";
import { frameOf, visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";
import { sendPage } from "../site.ts";
import { ordersPage } from "./orders-page.ts";

const pageQuery = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }) });

/** GET /settings/orders */
export function showOrders(app: App, settings: SettingsParts): void {
  const { database } = settings.parts;
  app.route({
    method: "GET",
    url: "/settings/orders",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page } = request.query;
      const { accountId } = visitorOf(request).account;
      const recent = await readRecentOrders(database.queries, accountId, page);
      return sendPage(reply, ordersPage(frameOf(request, settings), { ...recent, page }));
    },
  });
}
