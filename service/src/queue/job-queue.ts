import { setTimeout as sleep } from "node:timers/promises";
import type { Job as BossJob, FetchOptions, PgBoss, QueueOptions } from "pg-boss";
import { type Database, executorOf, type Queries, startAlone } from "../database/database.ts";
import { isTransient } from "../database/transient.ts";
import { bossDatabase, openBoss } from "./boss.ts";
import { JobWorker, traceJob, withTrace } from "./job-worker.ts";
import {
  allNames,
  deadName,
  deadQueue,
  failureOf,
  inTime,
  type JobHandler,
  type JobName,
  type Jobs,
  jobNames,
  keyed,
  queues,
  type SendOptions,
} from "./jobs.ts";
import type { MemoryGate } from "./memory-gate.ts";
import { importJobs, jobSchema, type parkable, RunningJobs, retryParked } from "./stored-jobs.ts";

/**
 * A job goes to another process after this time without a heartbeat, in s; the least that pg-boss allows.
 */
const heartbeatSeconds = 10;
/** Waiting jobs practically never expire: 365 days, in s. */
const retentionSeconds = 365 * 86_400;
/** How long finished jobs are kept for inspection, in s: an hour. */
const deleteAfterSeconds = 3600;

/**
 * Interval between polls of a queue, in ms. Jobs of this process start at once through `wake`, those of others through
 * a notification; a poll finds delayed jobs and those that were missed.
 */
const pollMs = { server: 3000, embedded: 1000 };
/** The same for queues of dead jobs, in ms: no client waits for those. */
const deadPollMs = 5000;

interface WorkOptions {
  readonly atOnce: number;
  readonly perAccount?: number;
  readonly gate?: MemoryGate;
}

type Job = BossJob<unknown>;

/**
 * Jobs in the database, through pg-boss: they are sent in the transaction that stores their cause, and begin again
 * after a crash. The workers are not those of pg-boss, which do not await their updates: a restart of the database
 * server would end the process.
 *
 * On a server, any number of processes share the jobs. Each running job has a heartbeat; if it stops, the job goes to
 * another process. A job is settled by its id and its attempt, so a process that returns later cannot settle it.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  readonly #place: "server" | "embedded";
  readonly #workers = new Map<string, JobWorker<Job>>();
  readonly #running: RunningJobs;
  /** Polls run one at a time, so a job that is marked as running but is not in `#running` was lost. */
  #lastLook: Promise<unknown> = Promise.resolve();
  /** Whether a poll failed: jobs may be marked as running that never arrived here. */
  #mayHaveLost = false;
  #isStopping = false;

  /**
   * `onError` receives every failure except those of the jobs themselves. `takesJobs`: false for a process that only
   * sends.
   */
  constructor(database: Database, onError: (error: unknown) => void, { takesJobs = true } = {}) {
    const { server } = database;
    this.#database = database;
    this.#onError = onError;
    this.#place = server ? "server" : "embedded";
    this.#boss = openBoss(database, takesJobs, {
      wake: (name) => this.#workers.get(name)?.wake(),
      wakeAll: () => this.#wakeAll(),
    });
    this.#boss.on("error", onError);
    this.#running = new RunningJobs(database, this.#boss, onError);
  }

  /**
   * If several processes start at the same time, only one creates missing tables and queues. Throws `DatabaseInUse`.
   */
  async start(): Promise<void> {
    await startAlone(this.#database, async () => {
      await this.#boss.start();
      for (const name of jobNames) {
        await this.#ensureQueue(deadName(name), deadQueue);
        await this.#ensureQueue(name, queues[name], { deadLetter: deadName(name) });
      }
      await this.#database.transact((transaction) => importJobs(executorOf(transaction), allNames));
    });
    if (this.#place === "server") {
      this.#running.beginHeartbeat();
      return;
    }
    // No other process takes jobs of an embedded database: those marked as running are left from a process that ended.
    // The operator may also have removed the cause of parked jobs.
    await this.#running.takeBackLost();
    await retryParked(this.#database);
  }

  async #ensureQueue(name: string, given: QueueOptions, { deadLetter }: { readonly deadLetter?: string } = {}) {
    const options = {
      ...{ retryBackoff: true, retentionSeconds, deleteAfterSeconds },
      ...given,
      ...(deadLetter === undefined ? {} : { deadLetter }),
      ...(this.#place === "server" ? { heartbeatSeconds, notify: true } : {}),
    };
    const policy = keyed.some((one) => one === name) ? "short" : "standard";
    await this.#boss.createQueue(name, { ...options, policy });
    // Otherwise, a queue that an earlier version created keeps its old options.
    await this.#boss.updateQueue(name, options);
  }

  /** Sends within `transaction`, so that the job exists if and only if the state does. */
  async send<Name extends JobName>(
    name: Name,
    data: Jobs[Name],
    transaction: Queries,
    { key, at, delaySeconds, priority, accountId }: SendOptions = {},
  ): Promise<void> {
    const delayMs = at === undefined ? (delaySeconds ?? 0) * 1000 : at.getTime() - Date.now();
    await this.#boss.send(name, withTrace(data, delayMs), {
      db: bossDatabase(transaction),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(at === undefined ? {} : { startAfter: at }),
      ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      ...(priority === undefined ? {} : { priority }),
      ...(accountId === undefined ? {} : { group: { id: accountId } }),
    });
  }

  /**
   * The priority of a job that runs `turns` turns after the next one. If `turns` is the number of the account's open
   * jobs, accounts take turns: an account with a single job waits for at most one job of each other account, and one
   * with thousands still gets its share.
   */
  async priorityAfter(name: JobName, turns: number, transaction: Queries): Promise<number> {
    const { rows } = await executorOf(transaction).executeSql(
      `select priority from ${jobSchema}.job_common
      where name = $1 and state < 'active' and not blocked and start_after <= now()
      order by priority desc limit 1`,
      [name],
    );
    return Number(rows[0]?.["priority"] ?? 0) - turns;
  }

  /** Looks for work now instead of at the next poll; call it after the transaction that sent the job. */
  wake(name: JobName): void {
    this.#workers.get(name)?.wake();
  }

  #wakeAll(): void {
    for (const worker of this.#workers.values()) worker.wake();
  }

  /**
   * Runs the jobs of `name` with `handler`: up to `atOnce` at the same time in this process if `gate` admits them, and
   * up to `perAccount` of one account over all processes.
   */
  work<Name extends JobName>(name: Name, { atOnce, perAccount, gate }: WorkOptions, handler: JobHandler<Name>): void {
    const limits = perAccount === undefined ? {} : { limits: { groupConcurrency: perAccount } };
    const pace = { atOnce, pollMs: pollMs[this.#place], ...limits, ...(gate ? { gate } : {}) };
    this.#addWorker(name, pace, async (job) => {
      const isDone = await this.#perform(name, job, () => handler(job.data as Jobs[Name]));
      // If this was its last try, the job is now in the queue of dead jobs.
      if (!isDone) this.#workers.get(deadName(name))?.wake();
    });
  }

  /** Handles the jobs of `name` that failed up to the limit. */
  workDead<Name extends JobName>(name: Name, handler: JobHandler<Name>): void {
    const dead = deadName(name);
    this.#addWorker(dead, { atOnce: 1, pollMs: deadPollMs }, async (job) => {
      await this.#perform(dead, job, () => handler(job.data as Jobs[Name]));
    });
  }

  #addWorker(
    name: string,
    { limits, gate, ...pace }: Pick<WorkOptions, "atOnce" | "gate"> & { pollMs: number; limits?: FetchOptions },
    perform: (job: Job) => Promise<void>,
  ): void {
    this.#workers.set(
      name,
      new JobWorker({
        ...pace,
        mayHoldBack: limits !== undefined,
        ...(gate ? { admit: (wanted, running) => gate.admit(wanted, running) } : {}),
        fetch: async (most) => {
          const jobs = await this.#fetch(name, { ...limits, batchSize: most });
          gate?.began(jobs.length);
          return jobs;
        },
        perform,
      }),
    );
  }

  async #fetch(name: string, options: FetchOptions): Promise<Job[]> {
    const look = this.#lastLook.then(() => this.#look(name, options));
    this.#lastLook = look;
    return look;
  }

  async #look(name: string, options: FetchOptions): Promise<Job[]> {
    if (this.#isStopping) return [];
    try {
      // On a server, another process takes lost jobs once their heartbeat is missing.
      if (this.#mayHaveLost && this.#place === "embedded") await this.#running.takeBackLost();
      this.#mayHaveLost = false;
      const jobs = await inTime(this.#boss.fetch<unknown>(name, options));
      for (const job of jobs) this.#running.add(name, job);
      return jobs;
    } catch (error) {
      this.#mayHaveLost = true;
      this.#onError(error);
      return [];
    }
  }

  /** Whether `act` succeeded, even if the database could not record it. */
  async #perform(name: string, job: Job, act: () => Promise<void>): Promise<boolean> {
    const failure = await failureOf(() => traceJob(name, job, act), job.expireInSeconds * 1000);
    try {
      let tries = 0;
      await this.#insist(async () => {
        tries++;
        const answer = await inTime(
          failure === undefined ? this.#boss.complete(name, job) : this.#boss.fail(name, job, failure),
        );
        // The field is documented but missing in the type. After a lost answer, the job may already be settled.
        if (tries === 1 && "affected" in answer && answer.affected === 0)
          this.#onError(new Error(`job ${job.id} of ${name} was not settled: it went to another process`));
      });
    } finally {
      this.#running.remove(job);
    }
    return failure === undefined;
  }

  /** Repeats `settle` while the server is unavailable. If the queue stops first, another run does the job again. */
  async #insist(settle: () => Promise<void>): Promise<void> {
    for (let pauseMs = 100; !this.#isStopping; pauseMs = Math.min(5000, 2 * pauseMs)) {
      try {
        return await settle();
      } catch (error) {
        this.#onError(error);
        if (!isTransient(error)) return;
        await sleep(pauseMs);
      }
    }
  }

  /** Number of jobs that failed up to the limit through the service's fault and wait for the operator. */
  async parked(name: (typeof parkable)[number]): Promise<number> {
    return this.#count(name, "state = 'created' and start_after > now()");
  }

  /** Number of waiting jobs, including delayed ones. */
  async size(name: JobName): Promise<number> {
    return this.#count(name, "state in ('created', 'retry')");
  }

  async #count(name: JobName, condition: string): Promise<number> {
    const { rows } = await this.#database.executeSql(
      `select count(*)::integer as count from ${jobSchema}.job where name = $1 and ${condition}`,
      [name],
    );
    return Number((rows[0] as { readonly count: number }).count);
  }

  /**
   * Takes no more jobs and waits for running ones, for at most `timeoutMs`; then hands back those that still run,
   * without using up a try.
   */
  async stop(timeoutMs: number): Promise<void> {
    const isOver = new AbortController();
    await Promise.race([
      Promise.all([...this.#workers.values()].map((worker) => worker.stop())),
      sleep(timeoutMs, undefined, { signal: isOver.signal }).catch(() => {}),
    ]);
    isOver.abort();
    this.#isStopping = true;
    await this.#running.endHeartbeat();
    await inTime(this.#running.handBack()).catch(this.#onError);
    await inTime(this.#boss.stop({ graceful: false, close: false })).catch(this.#onError);
  }
}
