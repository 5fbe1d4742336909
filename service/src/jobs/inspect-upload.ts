import { join } from "node:path";
import { EngineFailure } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/job-queue.ts";
import { borrowFiles } from "../storage/borrowed-files.ts";
import { lockOrder } from "../store/order-store.ts";

const timeoutMs = 60_000;

/**
 * Reads when, with what and how an upload was taken, for its bracket and, where it is an image's first, for the image.
 */
export async function inspectUpload({ bracketId }: Jobs["inspect-upload"], parts: Parts): Promise<void> {
  const { database, storage, renderers, config, log } = parts;
  const bracket = await database.queries
    .selectFrom("brackets")
    .select(["order_id", "name", "source"])
    .where("bracket_id", "=", bracketId)
    .where("metadata", "is", null)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
  if (!bracket?.source) return;
  const sources = [{ key: bracket.source.key, name: bracket.name }];
  const files = await borrowFiles(storage, join(config.dataDir, "work", `inspect-${bracketId}`), sources);
  try {
    // Not by the engine that enhances: it is busy for seconds with each picture.
    const facts = await renderers.run({ kind: "inspect", files: files.paths }, timeoutMs);
    const metadata = JSON.stringify(facts);
    await database.transact(async (transaction) => {
      await lockOrder(transaction, bracket.order_id);
      const { image_id, position } = await transaction
        .updateTable("brackets")
        .set({ metadata })
        .where("bracket_id", "=", bracketId)
        .returning(["image_id", "position"])
        .executeTakeFirstOrThrow();
      if (image_id === null || position !== 0) return;
      await transaction.updateTable("images").set({ metadata }).where("image_id", "=", image_id).execute();
    });
  } catch (error) {
    // What the file lacks is said where it is enhanced; here it only stays unknown.
    if (!(error instanceof EngineFailure) || error.kind === "cancelled") throw error;
    log.info({ bracketId, code: error.code, reason: error.message }, "an upload could not be inspected");
  } finally {
    await files.release();
  }
}
