import { type Static, Type } from "@sinclair/typebox";
import { readClock } from "../../database/clock.ts";
import { pickPreferences } from "../../domain/preferences.ts";
import { groupingPriority } from "../../domain/priorities.ts";
import { notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { beginGrouping, findOrder, type OrderRow } from "../../store/order-store.ts";
import { checkReadable, isDevMode, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { checkLists, groupingOf, groupingSchema } from "./grouping-request.ts";
import { changed, view } from "./order-answers.ts";

/** POST /v3/orders/:order_id/process and /merge */
export function enhanceOrder(verb: "process" | "merge", app: App, parts: Parts): void {
  const { queries } = parts.database;
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
      await startGrouping(parts, order, { body: request.body ?? {}, devMode: isDevMode(request) });
      return view(queries, order_id);
    },
  });
}

/** A request to group, and whether it came in development mode. */
interface AskedGrouping {
  readonly body: Static<typeof groupingSchema>;
  readonly devMode: boolean;
}

/** Groups the order's waiting brackets in the background. Throws 422 for lists that cannot be images, and 404. */
export async function startGrouping(
  { database, queue }: Pick<Parts, "database" | "queue">,
  { order_id, registrations }: OrderRow,
  { body, devMode }: AskedGrouping,
): Promise<void> {
  const grouping = groupingOf(body);
  await database.transact(async (transaction) => {
    if (grouping.by === "lists") await checkLists(transaction, order_id, grouping.lists);
    const bracketIds = grouping.by === "lists" ? grouping.lists.flat() : null;
    const groupingId = await beginGrouping(transaction, order_id, bracketIds);
    if (groupingId === undefined) throw notFound("order");
    const asked = { preferences: pickPreferences(body), devMode };
    const priority = groupingPriority(registrations, await readClock(transaction));
    await queue.send("group-order", { orderId: order_id, groupingId, grouping, ...asked }, transaction, { priority });
  });
  queue.wake("group-order");
}
