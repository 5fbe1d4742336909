import type { Parts } from "../../parts.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { findOrder, deleteOrder as markDeleted } from "../../store/order-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { deleted, errorAnswers } from "../schemas.ts";
import { params } from "./order-answers.ts";

/** DELETE /v3/orders/:order_id */
export function deleteOrder(app: App, { database, queue }: Parts): void {
  const { queries } = database;
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
      await database.transact(async (transaction) => {
        await markDeleted(transaction, order_id);
        await deletePictures(transaction, queue, { orderId: order_id });
      });
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}
