import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { EngineFailure } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { borrowFiles } from "../storage/borrowed-files.ts";
import { findBracket, keepMetadata } from "../store/bracket-store.ts";
import { lockOrder } from "../store/order-store.ts";
import { readUploads } from "./read-uploads.ts";

const timeoutMs = 60_000;

/**
 * Reads when and how an upload was taken and with which camera, for its bracket and, if it is an image's first bracket,
 * for the image. If the upload waits to be grouped, it also stores what grouping needs.
 */
export async function inspectUpload({ bracketId }: Jobs["inspect-upload"], parts: Parts): Promise<void> {
  const { database, storage, renderers, config, log } = parts;
  const bracket = await findBracket(database.queries, bracketId);
  if (!bracket?.source || bracket.metadata !== null) return;
  if (bracket.image_id === null) return readUploads([bracket], renderers, parts);
  const sources = [{ key: bracket.source.key, name: bracket.name }];
  const files = await borrowFiles(storage, join(config.dataDir, "work", `inspect-${randomUUID()}`), sources);
  try {
    // Not in the engines that enhance: those are busy for seconds with each picture.
    const facts = await renderers.run({ kind: "inspect", files: files.paths }, timeoutMs, {
      accountId: bracket.account_id,
    });
    await database.transact(async (transaction) => {
      await lockOrder(transaction, bracket.order_id);
      await keepMetadata(transaction, bracketId, facts);
    });
  } catch (error) {
    // Enhancing reports a faulty file; here its facts only stay unknown.
    if (!(error instanceof EngineFailure) || error.kind === "cancelled") throw error;
    log.info({ bracketId, code: error.code, reason: error.message }, "an upload could not be inspected");
  } finally {
    await files.release();
  }
}
