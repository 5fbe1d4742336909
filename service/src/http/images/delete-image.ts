import type { Parts } from "../../parts.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { findImage } from "../../store/image-store.ts";
import { lockOrder } from "../../store/order-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { deleted, errorAnswers, idParams } from "../schemas.ts";

/** DELETE /v3/images/:image_id */
export function deleteImage(app: App, { database, queue }: Parts): void {
  app.route({
    method: "DELETE",
    url: "/v3/images/:image_id",
    schema: {
      summary: "Delete an image, its brackets and their files",
      tags: ["images"],
      params: idParams("image_id"),
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { image_id } = request.params;
      const image = checkReadable(request, "image", image_id, await findImage(database.queries, image_id));
      await database.transact(async (transaction) => {
        await lockOrder(transaction, image.order_id);
        await deletePictures(transaction, queue, { imageId: image_id });
      });
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}
