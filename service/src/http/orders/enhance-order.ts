import { Type } from "@sinclair/typebox";
import { readClock } from "../../database/clock.ts";
import { pickPreferences } from "../../domain/preferences.ts";
import { groupingPriority } from "../../domain/priorities.ts";
import { notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { beginGrouping, findOrder } from "../../store/order-store.ts";
import { checkReadable, isDevMode, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { checkLists, groupingOf, groupingSchema } from "./grouping-request.ts";
import { changed, view } from "./order-answers.ts";

/** POST /v3/orders/:order_id/process and /merge */
export function enhanceOrder(verb: "process" | "merge", app: App, { database, queue }: Parts): void {
  const { queries } = database;
  app.route({
    method: "POST",
    url: `/v3/orders/:order_id/${verb}`,
    schema: {
      summary: "Group the brackets of an order into images and enhance them",
      tags: ["orders"],
      body: Type.Optional(groupingSchema),
      ...changed,
    },
    async handler(request) {
      requireAccount(request);
      const { order_id } = request.params;
      const order = checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const body = request.body ?? {};
      const grouping = groupingOf(body);
      await database.transact(async (transaction) => {
        if (grouping.by === "lists") await checkLists(transaction, order_id, grouping.lists);
        const bracketIds = grouping.by === "lists" ? grouping.lists.flat() : null;
        const groupingId = await beginGrouping(transaction, order_id, bracketIds);
        if (groupingId === undefined) throw notFound("order");
        const asked = { preferences: pickPreferences(body), devMode: isDevMode(request) };
        const priority = groupingPriority(order.registrations, await readClock(transaction));
        await queue.send("group-order", { orderId: order_id, groupingId, grouping, ...asked }, transaction, {
          priority,
        });
      });
      queue.wake("group-order");
      return view(queries, order_id);
    },
  });
}
