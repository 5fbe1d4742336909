import { setTimeout as sleep } from "node:timers/promises";

import type { StoredSource } from "../database/stored-values.ts";
import { HttpError, notFound } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { findAccount } from "../store/account-store.ts";
import { type BracketRow, countUninspected, findBracket, isKeptOf, keepSource } from "../store/bracket-store.ts";
import { beginEnhancement } from "../store/image-states.ts";
import { lockOrder } from "../store/order-store.ts";

/** Assigns stored bytes to their bracket and begins the work that follows. Bytes that are not accepted are removed. */
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
 * Removes the bytes of a failed upload, unless it was committed and only the answer was lost. False: the database did
 * not answer.
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

/** Asks until the database answers; the sweep removes what remains. */
async function removeLater(parts: Parts, bracketId: string, source: StoredSource): Promise<void> {
  for (const waitMs of askAgainMs) {
    await sleep(waitMs, undefined, { ref: false });
    const isDone = await removeUnnamed(parts, bracketId, source).catch(() => false);
    if (isDone) return;
  }
  parts.log.warn({ bracketId, key: source.key }, "a failed upload stays on the disk: the database does not answer");
}
