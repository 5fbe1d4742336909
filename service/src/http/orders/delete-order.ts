import type { Parts } from "../../parts.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { findOrder, deleteOrder as markDeleted } from "../../store/order-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { deleted, errorAnswers } from "../schemas.ts";
import { params } from "./order-answers.ts";

/** DELETE /v3/orders/:order_id */
export function deleteOrder(app: App, parts: Parts): void {
  const { queries } = parts.database;
  app.route({
    method: "DELETE",
    url: "/v3/orders/:order_id",
    schema: {
      summary: "Delete an order with its images, brackets and files",
      tags: ["orders"],
      params,
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      await removeOrder(parts, order_id);
      return reply.code(204).send(null);
    },
  });
}

/** Deletes an order with its images and brackets; their files go in the background. */
export async function removeOrder(
  { database, queue }: Pick<Parts, "database" | "queue">,
  orderId: string,
): Promise<void> {
  await database.transact(async (transaction) => {
    await markDeleted(transaction, orderId);
    await deletePictures(transaction, queue, { orderId });
  });
  queue.wake("remove-files");
}
