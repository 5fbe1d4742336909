import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/** The task in `maintenance_runs` that counts them. */
export const sweepTask = "sweep-storage";

/** Counts the bytes of all uploads and pictures that were not deleted, and keeps the number. Reads every row. */
export async function countStoredBytes(queries: Queries): Promise<void> {
  await sql`
    update maintenance_runs set stored_bytes = coalesce((
      select sum((source->>'sizeBytes')::bigint) from brackets where not is_deleted
    ), 0) + coalesce((
      select sum((result->'full'->>'sizeBytes')::bigint + (result->'preview'->>'sizeBytes')::bigint)
      from images where not is_deleted
    ), 0)
    where task = ${sweepTask}`.execute(queries);
}

/** What was counted last; undefined before the first time. */
export async function readStoredBytes(queries: Queries): Promise<number | undefined> {
  const row = await queries
    .selectFrom("maintenance_runs")
    .select("stored_bytes")
    .where("task", "=", sweepTask)
    .executeTakeFirst();
  return row?.stored_bytes == null ? undefined : Number(row.stored_bytes);
}
