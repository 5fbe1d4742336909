import type { Queries } from "../database/database.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { keysOfBracket } from "./bracket-store.ts";
import { dropParts } from "./resumable-uploads.ts";

export type Deleted = { readonly orderId: string } | { readonly imageId: string } | { readonly bracketId: string };

/**
 * Marks the images and brackets of an order or of an image, or one bracket, as deleted, and sends the job that removes
 * their files. Call it within a transaction, and `queue.wake("remove-files")` after it.
 */
export async function deletePictures(transaction: Queries, queue: JobQueue, which: Deleted): Promise<void> {
  const images = "bracketId" in which ? [] : await deleteImages(transaction, which);
  const brackets = await deleteBrackets(transaction, which);
  const keys = [
    ...images.flatMap(({ result }) => (result ? [result.full.key, result.preview.key] : [])),
    ...brackets.flatMap(keysOfBracket),
    ...(await dropParts(
      transaction,
      brackets.map(({ bracket_id }) => bracket_id),
    )),
  ];
  if (keys.length > 0) await queue.send("remove-files", { keys }, transaction);
}

async function deleteImages(transaction: Queries, which: { orderId: string } | { imageId: string }) {
  const update = transaction.updateTable("images").set({ is_deleted: true }).where("is_deleted", "=", false);
  const chosen =
    "orderId" in which ? update.where("order_id", "=", which.orderId) : update.where("image_id", "=", which.imageId);
  return chosen.returning("result").execute();
}

async function deleteBrackets(transaction: Queries, which: Deleted) {
  const update = transaction.updateTable("brackets").set({ is_deleted: true }).where("is_deleted", "=", false);
  const chosen =
    "orderId" in which
      ? update.where("order_id", "=", which.orderId)
      : "bracketId" in which
        ? update.where("bracket_id", "=", which.bracketId)
        : update.where((row) =>
            // A frame that waits for its order to be merged belongs to the image it was registered as.
            row.or([
              row("image_id", "=", which.imageId),
              row.and([row("held_image_id", "=", which.imageId), row("image_id", "is", null)]),
            ]),
          );
  return chosen.returning(["bracket_id", "source", "summary"]).execute();
}
