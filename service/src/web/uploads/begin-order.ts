import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { requireSpace } from "../../http/free-space.ts";
import { registerOnce } from "../../http/requests.ts";
import type { App } from "../../http/route.ts";
import { ensureOrder, findOrder } from "../../store/order-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

const orderSchema = Type.Object({ name: Type.String({ maxLength: 1024 }) });

/** POST /app/orders: an empty order for the first files that were dropped. */
export function beginOrder(app: App, { parts }: WebParts): void {
  const { queries } = parts.database;
  app.route({
    method: "POST",
    url: "/app/orders",
    schema: { hide: true, body: orderSchema },
    async handler(request) {
      await requireSpace(parts);
      const { accountId } = visitorOf(request).account;
      const orderId = randomUUID();
      const create = () => ensureOrder(queries, accountId, { orderId, name: request.body.name.trim() || null });
      await registerOnce(create, async () => (await findOrder(queries, orderId))?.order_id);
      return { order_id: orderId };
    },
  });
}
