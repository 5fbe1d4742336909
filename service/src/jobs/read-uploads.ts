import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { EngineFailure, isSummaryFault, type SummarizeResult } from "../engine/calls.ts";
import type { EnginePool } from "../engine/engine-pool.ts";
import type { Parts } from "../parts.ts";
import { type BorrowedFiles, borrowFiles, type StoredFile, storedFilesOf } from "../storage/borrowed-files.ts";
import { isStorageUnavailable, storageKey } from "../storage/storage.ts";
import { type BracketRow, findSummaries, isKeptOf, keepMetadata, keepSummary } from "../store/bracket-store.ts";
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

/**
 * Number of uploads that are fetched and read together: it limits their space on the local disk and lets other calls
 * take turns.
 */
const readAtOnce = 64;

/**
 * Calls `ask` with the summaries of uploads, and makes missing ones first, so each upload is fetched only once. If a
 * summary cannot be made or used, the uploads themselves are fetched.
 */
export async function askOfUploads<T>(
  uploads: readonly BracketRow[],
  parts: Parts,
  ask: (files: BorrowedFiles) => Promise<T>,
): Promise<T> {
  const summaries = await summariesOf(uploads, parts);
  const stored = (isSummarized: boolean): StoredFile[] =>
    uploads.flatMap(({ bracket_id, name, source }) => {
      const summaryKey = isSummarized ? summaries.get(bracket_id) : null;
      return source ? [{ key: source.key, name, ...(summaryKey ? { summaryKey } : {}) }] : [];
    });
  try {
    return await withFiles(stored(true), parts, ask);
  } catch (error) {
    // If the storage works but a summary cannot be fetched, the upload may still be readable.
    if (error instanceof EngineFailure ? !isSummaryFault(error) : isStorageUnavailable(error)) throw error;
    parts.log.info({ err: error }, "uploads are fetched, since their summaries are not enough");
    return withFiles(stored(false), parts, ask);
  }
}

async function withFiles<T>(stored: readonly StoredFile[], parts: Parts, ask: (files: BorrowedFiles) => Promise<T>) {
  const files = await borrowFiles(parts.storage, join(parts.config.dataDir, "work", randomUUID()), stored);
  try {
    return await ask(files);
  } finally {
    await files.release();
  }
}

/** Storage keys of summaries, by bracket. */
async function summariesOf(uploads: readonly BracketRow[], parts: Parts): Promise<ReadonlyMap<string, string | null>> {
  const { database, engines, log } = parts;
  const ids = uploads.flatMap(({ bracket_id, source }) => (source ? [bracket_id] : []));
  const known = await findSummaries(database.queries, ids);
  const missing = uploads.filter(({ bracket_id, source }) => source && !known.has(bracket_id));
  if (missing.length === 0) return known;
  for (let i = 0; i < missing.length; i += readAtOnce) {
    await readUploads(missing.slice(i, i + readAtOnce), engines, parts).catch((error) => {
      if (isStorageUnavailable(error) || (error instanceof EngineFailure && error.kind === "cancelled")) throw error;
      log.warn({ err: error }, "uploads could not be read ahead of their grouping");
    });
  }
  return findSummaries(database.queries, ids);
}
