import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * Whether this process is the one that does `task` now: of all processes on the database one is, at most once every
 * `everyMs`, by the database's clock. One that ends half-way leaves the rest to the next run.
 */
export async function claimRun({ queries }: Database, task: string, everyMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into maintenance_runs as run (task, last_started_at) values (${task}, now())
    on conflict (task) do update set last_started_at = now()
    where run.last_started_at <= now() - make_interval(secs => ${everyMs / 1000})
    returning task
  `.execute(queries);
  return rows.length > 0;
}
