import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { EngineFailure, isSummaryFault } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import { type BorrowedFiles, borrowFiles, type StoredFile } from "../storage/borrowed-files.ts";
import { isStorageUnavailable } from "../storage/storage.ts";
import { type BracketRow, findSummaries } from "../store/bracket-store.ts";
import { readUploads } from "./read-uploads.ts";

/**
 * Uploads that are fetched and read at once: it bounds their space on the local disk, and other calls get turns in
 * between.
 */
const readAtOnce = 64;

/**
 * Calls the engine with the summaries of uploads, and makes those that are missing. So each upload is fetched once. If
 * an upload has no summary, or the engine cannot use it, the upload itself is fetched.
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
