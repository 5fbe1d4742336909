import type { Job as BossJob, PgBoss } from "pg-boss";
import type { Database } from "../database/database.ts";
import { jobSchema } from "./job-schema.ts";
import { allNames } from "./jobs.ts";
import { inTime } from "./time-limits.ts";

type Job = BossJob<unknown>;

/** How often a process gives a sign of life, in ms: of the 10 s without it that lose a job, two may be missed. */
const touchMs = 4000;

/** The jobs that run in this process, and their signs of life in the database. */
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
    // A job that was lost may have been taken here again.
    if (this.#jobs.get(job.id)?.job === job) this.#jobs.delete(job.id);
  }

  /** From here on, every job that runs here keeps a sign of life in the database. */
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
   * Has jobs begun again that are marked as running and do not run here; for a database that no other process uses.
   * Otherwise they would wait until their time is over. It does not count as a failure: that a process was killed says
   * nothing about the job.
   */
  async takeBackLost(): Promise<void> {
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1) and id <> all($2::uuid[])`,
      [allNames, [...this.#jobs.keys()]],
    );
  }

  /**
   * Has others do what runs here. The next attempt has another number, so that this process cannot settle it; the try
   * that it costs is given back.
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
