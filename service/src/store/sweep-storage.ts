import { type RawBuilder, sql } from "kysely";
import { readClock } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import type { Storage } from "../storage/storage.ts";

/** Keys looked up in one statement. */
const pageKeys = 500;

interface SweepOptions {
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
      .innerJoin("brackets", "brackets.bracket_id", "upload_parts.bracket_id")
      .select("storage_key as key")
      .where("storage_key", "in", keys)
      .where("brackets.is_deleted", "=", false)
      .execute()),
  ];
  return new Set(rows.map(({ key }) => key));
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Rows of one statement, so that it does not block others for long. */
const rowsAtOnce = 1000;

/**
 * Removes old rows: events that were delivered or given up and are older than `eventDays`, with their deliveries,
 * registrations of names that no longer count, and links, invitations, shares and e-mails that have expired. Returns
 * the number of events.
 */
export async function prune(queries: Queries, eventDays: number, now = new Date()): Promise<number> {
  await queries
    .deleteFrom("name_registrations")
    .where("registered_at", "<=", new Date(now.getTime() - hourMs))
    .execute();
  for (const table of ["sign_in_links", "invitations", "member_invitations", "shares", "mails"] as const)
    await queries.deleteFrom(table).where("expires_at", "<=", now).execute();
  const before = new Date(now.getTime() - eventDays * dayMs);
  for (let removed = 0; ; ) {
    const count = await pruneEvents(queries, before);
    removed += count;
    if (count < rowsAtOnce) return removed;
  }
}

async function pruneEvents(queries: Queries, before: Date): Promise<number> {
  const old = await queries
    .selectFrom("events")
    .select("event_id")
    .where("state", "<>", "pending")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(rowsAtOnce)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ event_id }) => event_id);
  await queries.deleteFrom("deliveries").where("event_id", "in", ids).execute();
  // An event that is being sent again stays, without its log.
  await queries.deleteFrom("events").where("event_id", "in", ids).where("state", "<>", "pending").execute();
  return old.length;
}

/** A file that a row references but the storage lacks. */
interface MissingFile {
  /** `image` or `bracket`, its id, and the role of the file: `image 1f0c… full`. */
  readonly owner: string;
  readonly key: string;
}

/** Rows read by one statement. */
const pageRows = 1000;

/**
 * Compares all undeleted rows with all files. Returns the number of referenced files, and the missing ones. Keeps the
 * keys of all files in memory, about 100 bytes each.
 */
export async function findMissingFiles(
  queries: Queries,
  storage: Storage,
): Promise<{ readonly referenced: number; readonly missing: readonly MissingFile[] }> {
  const kept = new Set<string>();
  for await (const key of storage.list()) kept.add(key);
  let referenced = 0;
  const missing: MissingFile[] = [];
  for await (const file of listReferenced(queries)) {
    referenced++;
    if (!kept.has(file.key)) missing.push(file);
  }
  return { referenced, missing };
}

async function* listReferenced(queries: Queries): AsyncGenerator<MissingFile> {
  const source = sql<string | null>`source->>'key'`;
  const summary = sql<string | null>`summary->>'key'`;
  yield* listFiles(queries, "brackets", "bracket_id", "bracket", { upload: source, summary });
  const full = sql<string | null>`result->'full'->>'key'`;
  const preview = sql<string | null>`result->'preview'->>'key'`;
  yield* listFiles(queries, "images", "image_id", "image", { full, preview });
  yield* listParts(queries);
}

/** The parts of files that have not arrived completely. */
async function* listParts(queries: Queries): AsyncGenerator<MissingFile> {
  for (let after = ""; ; ) {
    const rows = await queries
      .selectFrom("upload_parts")
      .innerJoin("brackets", "brackets.bracket_id", "upload_parts.bracket_id")
      .select(["upload_parts.bracket_id", "storage_key"])
      .where("storage_key", ">", after)
      .where("brackets.is_deleted", "=", false)
      .orderBy("storage_key")
      .limit(pageRows)
      .execute();
    for (const row of rows) yield { owner: `bracket ${row.bracket_id} part`, key: row.storage_key };
    if (rows.length < pageRows) return;
    after = rows[rows.length - 1].storage_key;
  }
}

async function* listFiles(
  queries: Queries,
  table: "brackets" | "images",
  idColumn: string,
  owner: string,
  files: Readonly<Record<string, RawBuilder<string | null>>>,
): AsyncGenerator<MissingFile> {
  const id = sql.ref<string>(idColumn);
  for (let after = ""; ; ) {
    const keys = sql<(string | null)[]>`array[${sql.join(Object.values(files))}]`;
    const { rows } = await sql<{ id: string; keys: (string | null)[] }>`
      select ${id} as id, ${keys} as keys from ${sql.table(table)}
      where ${id} > ${after} and not is_deleted order by ${id} limit ${pageRows}`.execute(queries);
    for (const row of rows) {
      for (const [i, name] of Object.keys(files).entries()) {
        const key = row.keys[i];
        if (key !== null) yield { owner: `${owner} ${row.id} ${name}`, key };
      }
    }
    if (rows.length < pageRows) return;
    after = rows[rows.length - 1].id;
  }
}
