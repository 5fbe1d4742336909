import { sql } from "kysely";
import { readClock } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import type { Storage } from "../storage/storage.ts";

/** Keys looked up in one statement. */
const pageKeys = 500;

export interface SweepOptions {
  /** How long a file must have been unreferenced before it is removed, in ms. */
  readonly graceMs: number;
  /** Ends the sweep before the next page of files. */
  readonly signal?: AbortSignal;
}

/**
 * Removes files that no undeleted row has referenced for `graceMs`: a process was killed after storing them and before
 * its transaction. Files that are being stored meanwhile are only recorded. Times are those of the database. Two sweeps
 * at once are harmless. Returns how many files were removed.
 */
export async function sweepStorage(
  queries: Queries,
  storage: Storage,
  { graceMs, signal }: SweepOptions,
): Promise<number> {
  const begun = await readClock(queries);
  let removed = 0;
  let page: string[] = [];
  const sweepPage = async () => {
    signal?.throwIfAborted();
    removed += await sweepKeys(queries, storage, page, graceMs);
    page = [];
  };
  for await (const key of storage.list()) {
    page.push(key);
    if (page.length === pageKeys) await sweepPage();
  }
  await sweepPage();
  // Files that were removed elsewhere.
  await queries.deleteFrom("unreferenced_files").where("last_seen_at", "<", begun).execute();
  return removed;
}

async function sweepKeys(queries: Queries, storage: Storage, keys: readonly string[], graceMs: number) {
  if (keys.length === 0) return 0;
  const referenced = await findReferenced(queries, keys);
  if (referenced.size > 0) {
    await queries
      .deleteFrom("unreferenced_files")
      .where("storage_key", "in", [...referenced])
      .execute();
  }
  const unreferenced = keys.filter((key) => !referenced.has(key));
  if (unreferenced.length === 0) return 0;
  const now = await readClock(queries);
  await queries
    .insertInto("unreferenced_files")
    .values(unreferenced.map((storage_key) => ({ storage_key, first_seen_at: now, last_seen_at: now })))
    .onConflict((conflict) => conflict.column("storage_key").doUpdateSet({ last_seen_at: now }))
    .execute();
  const old = await queries
    .selectFrom("unreferenced_files")
    .select("storage_key")
    .where("storage_key", "in", unreferenced)
    .where("first_seen_at", "<=", new Date(now.getTime() - graceMs))
    .execute();
  for (const { storage_key: key } of old) {
    await storage.remove(key);
    await queries.deleteFrom("unreferenced_files").where("storage_key", "=", key).execute();
  }
  return old.length;
}

/** The `keys` that an undeleted row references. */
async function findReferenced(queries: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const source = sql<string>`source->>'key'`;
  const summary = sql<string>`summary->>'key'`;
  const full = sql<string>`result->'full'->>'key'`;
  const preview = sql<string>`result->'preview'->>'key'`;
  const brackets = queries.selectFrom("brackets").where("is_deleted", "=", false);
  const images = queries.selectFrom("images").where("is_deleted", "=", false);
  const rows = [
    ...(await brackets.select(source.as("key")).where(source, "in", keys).execute()),
    ...(await brackets.select(summary.as("key")).where(summary, "in", keys).execute()),
    ...(await images.select(full.as("key")).where(full, "in", keys).execute()),
    ...(await images.select(preview.as("key")).where(preview, "in", keys).execute()),
    ...(await queries
      .selectFrom("upload_parts")
      .select("storage_key as key")
      .where("storage_key", "in", keys)
      .execute()),
  ];
  return new Set(rows.map(({ key }) => key));
}
