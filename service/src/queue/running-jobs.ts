import type { Job as BossJob, PgBoss } from "pg-boss";
import type { Database } from "../database/database.ts";
import { jobSchema } from "./job-schema.ts";
import { allNames } from "./jobs.ts";
import { inTime } from "./time-limits.ts";

type Job = BossJob<unknown>;

/** Interval between heartbeats, in ms. A job is lost after 10 s without one, so two may be missed. */
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
    // This process may have taken a lost job again.
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
   * Restarts jobs that are marked as running but do not run here; for a database that no other process uses. Otherwise
   * they would wait for their time limit. It does not count as a failure: a killed process says nothing about the job.
   */
  async takeBackLost(): Promise<void> {
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1) and id <> all($2::uuid[])`,
      [allNames, [...this.#jobs.keys()]],
    );
  }

  /**
   * Hands the running jobs to other processes. The next attempt has another number, so this process cannot settle it,
   * and the job does not lose a try.
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
