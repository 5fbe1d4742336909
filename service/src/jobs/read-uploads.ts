import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { SummarizeResult } from "../engine/calls.ts";
import type { EnginePool } from "../engine/engine-pool.ts";
import type { Parts } from "../parts.ts";
import { borrowFiles, storedFilesOf } from "../storage/borrowed-files.ts";
import { storageKey } from "../storage/storage-key.ts";
import { type BracketRow, isKeptOf, keepMetadata, keepSummary } from "../store/bracket-store.ts";
import { lockOrder } from "../store/order-store.ts";

/** Time limit for the files that are read at once, in ms. */
const timeoutMs = 5 * 60_000;

/**
 * Reads uploads that wait to be grouped: facts about how each was taken, and a summary with all that grouping and the
 * house reading need, which is stored next to the upload. Known values stay. Throws `EngineFailure` if the engine
 * itself fails; facts that a file lacks stay unknown.
 */
export async function readUploads(brackets: readonly BracketRow[], engines: EnginePool, parts: Parts): Promise<void> {
  const { storage, config } = parts;
  const folder = join(config.dataDir, "work", `inspect-${randomUUID()}`);
  const files = await borrowFiles(storage, folder, storedFilesOf(brackets));
  try {
    const summaries = brackets.map((_, i) => join(files.folder, `${i}.summary`));
    const [{ account_id: accountId }] = brackets;
    const call = { kind: "summarize", files: files.paths, summaries } as const;
    const read = await engines.run(call, timeoutMs, { accountId });
    const kept = read.map((result, i) => keep(brackets[i], result, summaries[i], parts));
    const failed = (await Promise.allSettled(kept)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  } finally {
    await files.release();
  }
}

async function keep(
  { bracket_id: bracketId, order_id: orderId, metadata, summary: known }: BracketRow,
  result: SummarizeResult,
  path: string,
  { database, storage, log }: Parts,
): Promise<void> {
  // Enhancing reports a faulty file; here its facts only stay unknown.
  if ("code" in result)
    log.info({ bracketId, code: result.code, reason: result.message }, "an upload could not be inspected");
  const facts = "facts" in result ? result.facts : undefined;
  const key = "facts" in result && result.isSummarized && !known ? storageKey("summary") : null;
  const sizeBytes = key === null ? 0 : (await storage.adopt(key, path)).sizeBytes;
  try {
    const isKept = await database.transact(async (transaction) => {
      await lockOrder(transaction, orderId);
      if (facts && metadata === null) await keepMetadata(transaction, bracketId, facts);
      return !known && (await keepSummary(transaction, bracketId, { key, sizeBytes }));
    });
    if (key !== null && !isKept) await storage.remove(key);
  } catch (error) {
    // If the database does not answer, the sweep removes it.
    const isNamed = key === null || (await isKeptOf(database.queries, bracketId, key).catch(() => true));
    if (!isNamed) await storage.remove(key);
    throw error;
  }
}
