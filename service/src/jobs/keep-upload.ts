import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredSource } from "../database/stored-values.ts";
import { EngineFailure } from "../engine/calls.ts";
import { HttpError, notFound } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { borrowFiles } from "../storage/borrowed-files.ts";
import { noPicture, sniffImageFormat } from "../storage/image-format.ts";
import { storageKey, TooLarge } from "../storage/storage.ts";
import { findAccount } from "../store/account-store.ts";
import {
  type BracketRow,
  countUninspected,
  findBracket,
  isKeptOf,
  keepMetadata,
  keepSource,
} from "../store/bracket-store.ts";
import { beginEnhancement, refuseUpload } from "../store/image-states.ts";
import { lockOrder } from "../store/order-store.ts";
import { readUploads } from "./read-uploads.ts";

/** Assigns stored bytes to their bracket and sends the jobs that follow. Bytes that are not accepted are removed. */
export async function keepUpload(parts: Parts, bracket: BracketRow, source: StoredSource): Promise<void> {
  const { bracket_id: bracketId } = bracket;
  try {
    const kept = await keep(parts, bracket, source);
    if (!kept) await parts.storage.remove(source.key);
  } catch (error) {
    if (!(await removeUnnamed(parts, bracketId, source))) void removeLater(parts, bracketId, source);
    throw error;
  }
}

/**
 * Whether the bytes were assigned to the bracket. Sending the same bytes again, after a lost answer, is accepted; other
 * bytes are refused.
 */
async function keep(parts: Parts, bracket: BracketRow, source: StoredSource): Promise<boolean> {
  const { database, queue } = parts;
  const kept = await database.transact(async (transaction) => {
    if (bracket.image_id !== null) await lockOrder(transaction, bracket.order_id);
    if (!(await keepSource(transaction, bracket.bracket_id, source))) return false;
    const others = (await countUninspected(transaction, bracket.account_id)) - 1;
    const priority = await queue.priorityAfter("inspect-upload", others, transaction);
    await queue.send("inspect-upload", { bracketId: bracket.bracket_id }, transaction, { priority });
    if (bracket.image_id !== null) {
      const account = await findAccount(transaction, bracket.account_id);
      if (!account) throw notFound("upload");
      await beginEnhancement(transaction, parts, bracket.image_id, account);
    }
    return true;
  });
  if (kept) {
    queue.wake("enhance-image");
    queue.wake("inspect-upload");
    return true;
  }
  const existing = await findBracket(database.queries, bracket.bracket_id);
  if (existing?.source?.sha256 === source.sha256) return false;
  throw existing
    ? new HttpError(409, "This address works once and was used for other bytes; register again to upload these.")
    : notFound("upload");
}

/**
 * Removes the bytes of a failed upload, unless it was committed and only the answer was lost. Returns false if the
 * database did not answer.
 */
async function removeUnnamed({ database, storage }: Parts, bracketId: string, source: StoredSource): Promise<boolean> {
  let isNamed: boolean;
  try {
    isNamed = await isKeptOf(database.queries, bracketId, source.key);
  } catch {
    return false;
  }
  if (!isNamed) await storage.remove(source.key);
  return true;
}

/** Pauses before the database is asked again, in ms: most outages last seconds. */
const askAgainMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Tries until the database answers; the sweep removes bytes that remain. */
async function removeLater(parts: Parts, bracketId: string, source: StoredSource): Promise<void> {
  for (const waitMs of askAgainMs) {
    await sleep(waitMs, undefined, { ref: false });
    const isDone = await removeUnnamed(parts, bracketId, source).catch(() => false);
    if (isDone) return;
  }
  parts.log.warn({ bracketId, key: source.key }, "a failed upload stays on the disk: the database does not answer");
}

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
    // The engines that enhance are busy for seconds with each picture, so others inspect.
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
