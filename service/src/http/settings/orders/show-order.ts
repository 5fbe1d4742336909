import { notFound } from "../../../errors/http-error.ts";
import { readOrder } from "../../../store/recent-orders.ts";
import type { App } from "../../route.ts";
import { idParams } from "../../schemas.ts";
import { frameOf, visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";
import { sendPage } from "../site.ts";
import { orderPage } from "./orders-page.ts";

/** GET /settings/orders/:order_id */
export function showOrder(app: App, settings: SettingsParts): void {
  const { database } = settings.parts;
  app.route({
    method: "GET",
    url: "/settings/orders/:order_id",
    schema: { hide: true, params: idParams("order_id") },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const order = await readOrder(database.queries, accountId, request.params.order_id);
      if (!order) throw notFound("order");
      return sendPage(reply, orderPage(frameOf(request, settings), order));
    },
  });
}
