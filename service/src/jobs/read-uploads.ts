import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { SummarizeResult } from "../engine/calls.ts";
import type { EnginePool } from "../engine/engine-pool.ts";
import type { Parts } from "../parts.ts";
import { borrowFiles, storedFilesOf } from "../storage/borrowed-files.ts";
import { storageKey } from "../storage/storage-key.ts";
import { type BracketRow, isKeptOf, keepMetadata, keepSummary } from "../store/bracket-store.ts";
import { lockOrder } from "../store/order-store.ts";

/** For as many files as are read at once. */
const timeoutMs = 5 * 60_000;

/**
 * Reads uploads that wait to be grouped: when, with what and how each was taken, and all that grouping and the house
 * reading need of it, which is stored next to the upload. Values that are known already stay. Throws
 * `EngineFailure` where the engine itself fails; what one file lacks, it stays without.
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
  // Enhancing reports what the file lacks; here it only stays unknown.
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
    // Where the database cannot say, it goes with the sweep.
    const isNamed = key === null || (await isKeptOf(database.queries, bracketId, key).catch(() => true));
    if (!isNamed) await storage.remove(key);
    throw error;
  }
}
