import { HttpError } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { noPicture, sniffImageFormat } from "../storage/image-format.ts";
import { TooLarge } from "../storage/storage.ts";
import { storageKey } from "../storage/storage-key.ts";
import { type BracketRow, findBracket } from "../store/bracket-store.ts";
import { refuseUpload } from "../store/image-states.ts";
import { keepUpload } from "./keep-upload.ts";

/**
 * Assigns bytes that arrived in the store to their bracket, after the same checks as for an upload through the service.
 * The client already has the store's answer, so the image's `status_reason` says why bytes were refused. Idempotent: a
 * second run finds nothing.
 */
export async function takeUpload({ bracketId }: Jobs["take-upload"], parts: Parts): Promise<void> {
  const { storage, database, config, log } = parts;
  const { direct } = storage;
  if (!direct) return;
  const bracket = await findBracket(database.queries, bracketId);
  if (!bracket) return direct.drop(bracketId);
  const key = storageKey("source");
  try {
    const taken = await direct.take(bracketId, key, config.maxUploadMb * 2 ** 20);
    if (!taken) return;
    const { head, sizeBytes, sha256 } = taken;
    const format = sniffImageFormat(head);
    if (format === undefined) {
      await storage.remove(key);
      await refuse(bracket, sizeBytes === 0 ? "The upload is empty." : noPicture, parts);
    } else {
      await keepUpload(parts, bracket, { key, sizeBytes, sha256, format });
    }
  } catch (error) {
    if (error instanceof TooLarge) {
      await refuse(bracket, `An upload may have ${config.maxUploadMb} MB at most.`, parts);
    } else if (error instanceof HttpError) {
      // Different bytes than the first, or a bracket that was deleted meanwhile.
      log.info({ bracketId, reason: error.message }, "an upload to the store was not used");
    } else {
      throw error;
    }
  }
  await direct.drop(bracketId);
}

/** For a bracket without an image, only the log says why its upload was refused. */
async function refuse(
  { bracket_id: bracketId, image_id: imageId, source }: BracketRow,
  reason: string,
  { database, queue, log }: Parts,
) {
  log.info({ bracketId, reason }, "an upload to the store was refused");
  if (imageId === null || source !== null) return;
  await database.transact((transaction) => refuseUpload(transaction, queue, imageId, `input: ${reason}`));
  queue.wake("deliver-events");
}
