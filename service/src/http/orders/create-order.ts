import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { ensureOrder } from "../../store/order-store.ts";
import { requireSpace } from "../free-space.ts";
import { requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers } from "../schemas.ts";
import { orderBody, shown, view } from "./order-answers.ts";

/** POST /v3/orders */
export function createOrder(app: App, parts: Parts): void {
  const { queries } = parts.database;
  app.route({
    method: "POST",
    url: "/v3/orders",
    schema: {
      summary: "Create an order",
      tags: ["orders"],
      body: Type.Optional(orderBody),
      response: { 200: shown, ...errorAnswers(413, 507) },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      await requireSpace(parts);
      const { order_id, name } = request.body ?? {};
      const given = { ...(order_id ? { orderId: order_id } : {}), name: name ?? null, now: new Date() };
      return view(queries, await ensureOrder(queries, accountId, given));
    },
  });
}
