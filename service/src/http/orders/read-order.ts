import type { Parts } from "../../parts.ts";
import { findOrder } from "../../store/order-store.ts";
import { checkReadable } from "../requests.ts";
import type { App } from "../route.ts";
import { one } from "./order-answers.ts";
import { viewOrders } from "./order-view.ts";

/** GET /v3/orders/:order_id */
export function readOrder(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders/:order_id",
    schema: { summary: "Read an order's status", tags: ["orders"], ...one },
    // Orders of hundreds of images are read many times a second; serializing by the schema makes the request a quarter
    // slower.
    serializerCompiler: () => JSON.stringify,
    async handler(request) {
      const { order_id } = request.params;
      const row = checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      return (await viewOrders(queries, [row]))[0];
    },
  });
}
