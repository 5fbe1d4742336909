import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/** Name of the counting task in `maintenance_runs`. */
export const sweepTask = "sweep-storage";

/** Counts the bytes of all undeleted uploads and pictures, and stores the number. Reads every row. */
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

/** The last count; undefined before the first. */
export async function readStoredBytes(queries: Queries): Promise<number | undefined> {
  const row = await queries
    .selectFrom("maintenance_runs")
    .select("stored_bytes")
    .where("task", "=", sweepTask)
    .executeTakeFirst();
  return row?.stored_bytes == null ? undefined : Number(row.stored_bytes);
}
