import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * Whether this process should do `task` now: one process of all on the database does, at most once every `everyMs`, by
 * the database's clock. If it ends halfway, the next run does the rest.
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
