import type { SqlExecutor } from "../database/database.ts";
import { jobSchema } from "./job-schema.ts";

/** Where pg-boss 10 kept its jobs, which later versions do not read. */
const oldSchema = "pgboss";
const oldVersion = 24;

/**
 * Moves waiting, running and parked jobs of the queues `names` from the tables of pg-boss 10. Running jobs no longer
 * belong to a process: they wait again, without losing a try. The tables are dropped too, unless another program of the
 * database has jobs there. Returns the number of jobs. Call it within a transaction, after creating the queues.
 */
export async function importJobs({ executeSql }: SqlExecutor, names: readonly string[]): Promise<number> {
  const { rows: tables } = await executeSql("select to_regclass($1) is not null as exists", [`${oldSchema}.version`]);
  if (!tables[0]["exists"]) return 0;
  const { rows: versions } = await executeSql(`select version from ${oldSchema}.version`);
  if (versions[0]?.["version"] !== oldVersion) return 0;
  const { rows: moved } = await executeSql(
    `
    with old as (
      delete from ${oldSchema}.job where name = any($1) returning *
    ), moved as (
      insert into ${jobSchema}.job (
        id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, started_on,
        singleton_key, expire_seconds, deletion_seconds, created_on, keep_until, dead_letter, policy, heartbeat_seconds
      )
      select
        old.id, old.name, old.priority, old.data,
        case old.state::text when 'active' then 'retry' else old.state::text end::${jobSchema}.job_state,
        old.retry_limit, old.retry_count, old.retry_delay, old.retry_backoff,
        case old.state::text when 'active' then now() else old.start_after end,
        case old.state::text when 'active' then null else old.started_on end,
        old.singleton_key, extract(epoch from old.expire_in)::int, queue.deletion_seconds, old.created_on,
        now() + queue.retention_seconds * interval '1s', old.dead_letter, queue.policy, queue.heartbeat_seconds
      from old join ${jobSchema}.queue using (name)
      where old.state::text in ('created', 'retry', 'active')
      returning 1
    )
    select count(*)::integer as count from moved`,
    [names],
  );
  const { rows: queues } = await executeSql(`select name from ${oldSchema}.queue where name not like '\\_\\_%'`);
  const found = queues.map(({ name }) => String(name));
  if (found.every((name) => names.includes(name))) {
    await executeSql(`drop schema ${oldSchema} cascade`);
  } else {
    // Queues that others use for their dead jobs come last.
    for (const name of names) {
      if (found.includes(name)) await executeSql(`select ${oldSchema}.delete_queue($1)`, [name]);
    }
  }
  return Number(moved[0]["count"]);
}
