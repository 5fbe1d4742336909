import type { Parts } from "../../parts.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import { findImage, type ImageRow } from "../../store/image-store.ts";
import { lockOrder } from "../../store/order-store.ts";
import { checkReadable, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { deleted, errorAnswers, idParams } from "../schemas.ts";

/** DELETE /v3/images/:image_id */
export function deleteImage(app: App, parts: Parts): void {
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
      const image = checkReadable(request, "image", image_id, await findImage(parts.database.queries, image_id));
      await removeImage(parts, image);
      return reply.code(204).send(null);
    },
  });
}

/** Deletes an image with its brackets; their files go in the background. */
export async function removeImage(
  { database, queue }: Pick<Parts, "database" | "queue">,
  { image_id: imageId, order_id }: Pick<ImageRow, "image_id" | "order_id">,
): Promise<void> {
  await database.transact(async (transaction) => {
    await lockOrder(transaction, order_id);
    await deletePictures(transaction, queue, { imageId });
  });
  queue.wake("remove-files");
}
