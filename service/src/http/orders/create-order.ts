import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { ensureOrder, findOrder } from "../../store/order-store.ts";
import { requireSpace } from "../free-space.ts";
import { registerOnce } from "../register-once.ts";
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
      summary: "Create an order, or read the account's order with the given order_id",
      tags: ["orders"],
      body: Type.Optional(orderBody),
      response: { 200: shown, ...errorAnswers(409, 413, 507) },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      await requireSpace(parts);
      const { order_id, name } = request.body ?? {};
      const orderId = order_id || randomUUID();
      const create = () => ensureOrder(queries, accountId, { orderId, name: name ?? null });
      // With its own id, a client can safely send the request again.
      if (order_id) return view(queries, await create());
      const find = async () => (await findOrder(queries, orderId))?.order_id;
      return view(queries, await registerOnce(create, find));
    },
  });
}
