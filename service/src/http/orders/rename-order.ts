import type { Parts } from "../../parts.ts";
import { findOrder, renameOrder as keepName } from "../../store/order-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { changed, orderBody, view } from "./order-answers.ts";

/** PATCH /v3/orders/:order_id */
export function renameOrder(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "PATCH",
    url: "/v3/orders/:order_id",
    schema: { summary: "Rename an order", tags: ["orders"], body: orderBody, ...changed },
    async handler(request) {
      requireAccount(request);
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const { name } = request.body;
      if (name !== undefined) await keepName(queries, order_id, name);
      return view(queries, order_id);
    },
  });
}
