import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/**
 * Takes or renews the lease called `name` for `holdMs` from now, by the clock of the database. False if another holder
 * has it.
 */
export async function holdLease(queries: Queries, name: string, holder: string, holdMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into leases as lease (name, holder, ends_at) values (${name}, ${holder}, now() + ${holdMs} * interval '1 ms')
    on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
    where lease.holder = excluded.holder or lease.ends_at <= now()
    returning name`.execute(queries);
  return rows.length > 0;
}

/** Releases the lease, if `holder` has it. */
export async function endLease(queries: Queries, name: string, holder: string): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(queries);
}

/** Number of orders that are being grouped or have an image being made. */
export async function countOpenOrders(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select order_id from groupings union select order_id from images where status = 'processing'
    ) open`.execute(queries);
  return rows[0].count;
}

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
