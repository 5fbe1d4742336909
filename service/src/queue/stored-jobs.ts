import type { Job as BossJob, PgBoss } from "pg-boss";
import type { Database, SqlExecutor } from "../database/database.ts";
import { allNames, inTime } from "./jobs.ts";

/** The database schema of pg-boss's tables. Its default is in use by an earlier version. */
export const jobSchema = "jobs";

/** The schema in which pg-boss 10 stored its jobs; later versions do not read it. */
const oldSchema = "pgboss";
const oldVersion = 24;

/**
 * Moves waiting, running and parked jobs of the queues `names` from the tables of pg-boss 10. Running jobs no longer
 * belong to a process: they wait again, without using up a try. The old tables are dropped, unless another program has
 * queues in them. Returns the number of jobs. Call it within a transaction, after creating the queues.
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
    // `names` has queues of dead jobs last: others refer to them.
    for (const name of names) {
      if (found.includes(name)) await executeSql(`select ${oldSchema}.delete_queue($1)`, [name]);
    }
  }
  return Number(moved[0]["count"]);
}

/** Queues whose jobs have a delay only if they are parked. */
export const parkable = ["group-order", "enhance-image"] as const;

/**
 * Retries parked jobs now instead of after their hour: all, or the one with `jobId`. Returns how many; 0 before the
 * first start, when the tables do not exist yet.
 */
export async function retryParked({ executeSql }: SqlExecutor, jobId?: string): Promise<number> {
  const { rows: tables } = await executeSql("select to_regclass($1) is not null as exist", [`${jobSchema}.job`]);
  if (!tables[0]["exist"]) return 0;
  const { rows } = await executeSql(
    `update ${jobSchema}.job set start_after = now()
    where state = 'created' and start_after > now() and name = any($1)
      and ($2::text is null or id::text = $2) returning 1`,
    [parkable, jobId ?? null],
  );
  return rows.length;
}

type Job = BossJob<unknown>;

/** Interval between heartbeats, in ms. A job counts as lost after 10 s without one, so it may miss two. */
const touchMs = 4000;

/** The jobs that run in this process, and their heartbeats in the database. */
export class RunningJobs {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  /** By the job's id. */
  readonly #jobs = new Map<string, { readonly name: string; readonly job: Job }>();
  #heartbeat: NodeJS.Timeout | undefined;
  #touching: Promise<void> | undefined;

  constructor(database: Database, boss: PgBoss, onError: (error: unknown) => void) {
    this.#database = database;
    this.#boss = boss;
    this.#onError = onError;
  }

  add(name: string, job: Job): void {
    this.#jobs.set(job.id, { name, job });
  }

  remove(job: Job): void {
    // This process may meanwhile run the same job again, after losing it.
    if (this.#jobs.get(job.id)?.job === job) this.#jobs.delete(job.id);
  }

  /** From here on, every job that runs here has a heartbeat in the database. */
  beginHeartbeat(): void {
    this.#heartbeat = setInterval(() => {
      this.#touching ??= this.#touch().finally(() => {
        this.#touching = undefined;
      });
    }, touchMs);
  }

  async endHeartbeat(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#touching;
  }

  async #touch(): Promise<void> {
    const byName = new Map<string, Job[]>();
    for (const { name, job } of this.#jobs.values()) byName.set(name, [...(byName.get(name) ?? []), job]);
    for (const [name, jobs] of byName) await inTime(this.#boss.touch(name, jobs)).catch(this.#onError);
  }

  /**
   * Restarts jobs that are marked as running but do not run here; only for a database that no other process uses.
   * Otherwise they would wait for their time limit. It does not count as a failure, since a killed process is not the
   * job's fault.
   */
  async takeBackLost(): Promise<void> {
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1) and id <> all($2::uuid[])`,
      [allNames, [...this.#jobs.keys()]],
    );
  }

  /**
   * Hands the running jobs to other processes. The next attempt has another number, so this process cannot settle it;
   * the limit of tries rises by one, so that no try is lost.
   */
  async handBack(): Promise<void> {
    const jobs = [...this.#jobs.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
      from unnest($1::uuid[], $2::integer[]) as mine (job_id, attempt)
      where id = job_id and retry_count = attempt and state = 'active'`,
      [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
    );
  }
}
