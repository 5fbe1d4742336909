import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { findBracketsOfOrder } from "../../store/bracket-store.ts";
import { findOrder } from "../../store/order-store.ts";
import { viewBracket } from "../brackets/bracket-view.ts";
import { checkReadable } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers } from "../schemas.ts";
import { params } from "./order-answers.ts";

/** GET /v3/orders/:order_id/brackets */
export function listBrackets(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders/:order_id/brackets",
    schema: {
      summary: "List the brackets of an order",
      tags: ["orders"],
      params,
      response: {
        200: Type.Object(
          { brackets: Type.Array(Type.Ref("Bracket")) },
          { description: "Every bracket, by registration" },
        ),
        ...errorAnswers(404, 414),
      },
    },
    async handler(request) {
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const rows = await findBracketsOfOrder(queries, order_id);
      return { brackets: rows.map(viewBracket) };
    },
  });
}
