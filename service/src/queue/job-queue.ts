import { setTimeout as sleep } from "node:timers/promises";
import { type Job as BossJob, type Db, type FetchOptions, PgBoss, type QueueOptions } from "pg-boss";
import { type Database, executorOf, type Queries, startAlone } from "../database/database.ts";
import { isTransient } from "../database/transient.ts";
import type { Preferences } from "../domain/preferences.ts";
import { importJobs } from "./import-jobs.ts";
import { jobSchema } from "./job-schema.ts";
import { JobWorker } from "./job-worker.ts";
import type { MemoryGate } from "./memory-gate.ts";
import { type parkable, retryParked } from "./parked-jobs.ts";

/** What is done in the background, and what each needs to know. */
export interface Jobs {
  "group-order": {
    readonly orderId: string;
    /** Left out by versions that knew one of an order alone: the order's id. */
    readonly groupingId?: string;
    readonly grouping: Grouping;
    readonly preferences: Preferences;
    readonly devMode: boolean;
  };
  "enhance-image": { readonly imageId: string; readonly attempt: number };
  "inspect-upload": { readonly bracketId: string };
  /** Bytes have arrived in the store that did not pass through the service. */
  "take-upload": { readonly bracketId: string };
  /** Storage keys that no row names any more. */
  "remove-files": { readonly keys: readonly string[] };
  /** An order's id; an account's for events that belong to no order. */
  "deliver-events": { readonly orderKey: string };
}

/** How the held brackets of an order become images. */
export type Grouping =
  | { readonly by: "sight" }
  | { readonly by: "size"; readonly size: number }
  | { readonly by: "lists"; readonly lists: readonly (readonly string[])[] };

export type JobName = keyof Jobs;

export interface SendOptions {
  /** Of `deliver-events` and `take-upload` alone: nothing is sent while a job of this key waits. */
  readonly key?: string;
  /** Not before then, by the clock of the database. */
  readonly at?: Date;
  /** Not before that many seconds have passed; instead of `at`. */
  readonly delaySeconds?: number;
  /** Jobs with a higher number run first; those of one number in the order they were sent. Default 0. */
  readonly priority?: number;
  /** Whose job it is, for queues in which no account may take all places. */
  readonly accountId?: string;
}

/** Throws to have the job begun again later. */
export type JobHandler<Name extends JobName> = (data: Jobs[Name]) => Promise<void>;

/** Without a sign of life of its process for this long, in s, a job goes to another; the least that pg-boss allows. */
const heartbeatSeconds = 10;
/** How often a process gives that sign, in ms: two may be lost. */
const touchMs = 4000;
/**
 * What the server is asked has to be answered by then, in ms; else it is asked again, on another connection. A job that
 * such an answer gave away carries no sign of life, and goes to another process.
 */
const answerMs = 10_000;
/** How often jobs without it are looked for, in s; in an embedded database, only those whose time is over. */
const superviseSeconds = { server: 5, embedded: 60 };
/** A job that waits is never given up: 365 days, in s. */
const retentionSeconds = 365 * 86_400;
/** How long jobs that are over are kept for a look, in s: an hour. */
const deleteAfterSeconds = 3600;

/**
 * Times a job may be begun again after a failure or a crash, and how long one run may take. Pauses double from
 * `retryDelay`, in seconds: what makes pictures waits out about five minutes.
 */
const queues: Record<JobName, QueueOptions> = {
  "group-order": { retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 },
  "enhance-image": { retryLimit: 8, retryDelay: 1, expireInSeconds: 3600 },
  "inspect-upload": { retryLimit: 8, retryDelay: 1, expireInSeconds: 600 },
  "take-upload": { retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 },
  "remove-files": { retryLimit: 10, retryDelay: 1, expireInSeconds: 600 },
  "deliver-events": { retryLimit: 10, retryDelay: 1, expireInSeconds: 300 },
};

/** Queues in which no two jobs of one key wait. */
const keyed: readonly JobName[] = ["deliver-events", "take-upload"];

export const jobNames = Object.keys(queues) as JobName[];

const deadQueue: QueueOptions = { retryLimit: 5 };

function deadName(name: JobName): string {
  return `${name}-dead`;
}

const allNames: readonly string[] = [...jobNames, ...jobNames.map(deadName)];

/**
 * How often a queue is looked at, in ms. What this process sends is done at once, by `wake`; what others send, by a
 * notification; the look finds what was to wait for a time, or was missed.
 */
const pollMs = { server: 3000, embedded: 1000 };
/** The same of the queues of what failed for good, in ms: no client waits for those. */
const deadPollMs = 5000;

export interface WorkOptions {
  readonly atOnce: number;
  readonly perAccount?: number;
  readonly gate?: MemoryGate;
}

type Job = BossJob<unknown>;

interface RunningJob {
  readonly name: string;
  readonly job: Job;
}

/**
 * Jobs in the database, through pg-boss: sent with the state that causes them, begun again after a crash. The workers
 * are our own, since pg-boss's do not wait for what they tell the database, and a server that restarts ends the process
 * through them.
 *
 * On a server, any number of processes share the jobs. Each job that runs carries its process' sign of life; without
 * it, the job goes to another process. A job is settled by its id and its attempt, so that a process that comes back
 * from the dead settles nothing.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  readonly #place: "server" | "embedded";
  readonly #workers = new Map<string, JobWorker<Job>>();
  /** By id: what is being done. */
  readonly #running = new Map<string, RunningJob>();
  /** One look at a time, so that whatever is marked as running and is not among `#running` is nobody's. */
  #lastLook: Promise<unknown> = Promise.resolve();
  /** Whether a look failed: jobs may be marked as running that never came here. */
  #mayHaveLost = false;
  #isStopping = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #touching: Promise<void> | undefined;

  /** `onError` receives every failure except those of the jobs themselves. `takesJobs`: false where it only sends. */
  constructor(database: Database, onError: (error: unknown) => void, { takesJobs = true } = {}) {
    const { server } = database;
    this.#database = database;
    this.#onError = onError;
    this.#place = server ? "server" : "embedded";
    const seconds = superviseSeconds[this.#place];
    this.#boss = new PgBoss({
      schema: jobSchema,
      db: {
        executeSql: (text, values) => database.executeSql(text, values),
        ...(server
          ? {
              listen: async (channel) =>
                server.listen(
                  channel,
                  (name) => this.#workers.get(name)?.wake(),
                  () => this.#wakeAll(),
                ),
            }
          : {}),
      } satisfies Db,
      backend: server ? "postgres" : "pglite",
      useListenNotify: server !== undefined && takesJobs,
      supervise: takesJobs,
      schedule: false,
      registerInstance: false,
      reindex: server !== undefined,
      monitorVacuum: server !== undefined,
      superviseIntervalSeconds: seconds,
      monitorIntervalSeconds: seconds,
      maintenanceIntervalSeconds: 60,
      // Jobs that wait for other jobs are not used here.
      flowIntervalSeconds: 3600,
    });
    this.#boss.on("error", onError);
  }

  /** Of several processes that start at the same time, one makes what is missing. Throws `DatabaseInUse`. */
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
      this.#heartbeat = setInterval(() => this.#touch(), touchMs);
      return;
    }
    // No other process takes jobs of an embedded database: what is marked as running was left by one that ended, and
    // the operator may have removed the cause of what is parked.
    await this.#takeBack();
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
    // One that an earlier version made keeps its options otherwise.
    await this.#boss.updateQueue(name, options);
  }

  /**
   * What is marked as running and is not. Else it would wait until its time is over. It does not count as failed: a
   * killed process says nothing of the job.
   */
  async #takeBack(): Promise<void> {
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1) and id <> all($2::uuid[])`,
      [allNames, [...this.#running.keys()]],
    );
  }

  /** Within `transaction`, so that the job exists if and only if the state does. */
  async send<Name extends JobName>(
    name: Name,
    data: Jobs[Name],
    transaction: Queries,
    { key, at, delaySeconds, priority, accountId }: SendOptions = {},
  ): Promise<void> {
    await this.#boss.send(name, data, {
      db: bossDatabase(transaction),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(at === undefined ? {} : { startAfter: at }),
      ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      ...(priority === undefined ? {} : { priority }),
      ...(accountId === undefined ? {} : { group: { id: accountId } }),
    });
  }

  /**
   * The priority of a job that comes `turns` turns after the one that is next. With `turns` as the number of jobs that
   * its account has open, accounts take turns: one with a single job waits for no more than one job of each other, and
   * one with thousands is never passed by more than its share.
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

  /** Looks for work at once, in place of at the next poll; call after the transaction that sent it. */
  wake(name: JobName): void {
    this.#workers.get(name)?.wake();
  }

  #wakeAll(): void {
    for (const worker of this.#workers.values()) worker.wake();
  }

  /**
   * Has `handler` do the jobs of `name`: `atOnce` at the same time here where `gate` admits them, and no more than
   * `perAccount` of one account, over all processes.
   */
  work<Name extends JobName>(name: Name, { atOnce, perAccount, gate }: WorkOptions, handler: JobHandler<Name>): void {
    const limits = perAccount === undefined ? {} : { limits: { groupConcurrency: perAccount } };
    const pace = { atOnce, pollMs: pollMs[this.#place], ...limits, ...(gate ? { gate } : {}) };
    this.#addWorker(name, pace, async (job) => {
      await this.#perform(name, job, () => handler(job.data as Jobs[Name]));
      // Where it failed for the last time.
      this.#workers.get(deadName(name))?.wake();
    });
  }

  /** Takes the jobs of `name` that failed more often than they may. */
  workDead<Name extends JobName>(name: Name, handler: JobHandler<Name>): void {
    const dead = deadName(name);
    this.#addWorker(dead, { atOnce: 1, pollMs: deadPollMs }, (job) =>
      this.#perform(dead, job, () => handler(job.data as Jobs[Name])),
    );
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
      // On a server, another process takes what was lost, once its sign of life is missing.
      if (this.#mayHaveLost && this.#place === "embedded") await this.#takeBack();
      this.#mayHaveLost = false;
      const jobs = await inTime(this.#boss.fetch<unknown>(name, options));
      for (const job of jobs) this.#running.set(job.id, { name, job });
      return jobs;
    } catch (error) {
      this.#mayHaveLost = true;
      this.#onError(error);
      return [];
    }
  }

  async #perform(name: string, job: Job, act: () => Promise<void>): Promise<void> {
    const failure = await failureOf(act, job.expireInSeconds * 1000);
    try {
      let tries = 0;
      await this.#insist(async () => {
        tries++;
        const answer = await inTime(
          failure === undefined ? this.#boss.complete(name, job) : this.#boss.fail(name, job, failure),
        );
        // Its type does not name what its documentation does. An answer that was lost may have settled it before.
        if (tries === 1 && "affected" in answer && answer.affected === 0)
          this.#onError(new Error(`a job of ${name} went to another process; ${job.id} is its own`));
      });
    } finally {
      // A job that was lost may have been taken here again.
      if (this.#running.get(job.id)?.job === job) this.#running.delete(job.id);
    }
  }

  /** Repeats `tell` while the server is away. If the queue stops before, the job is done again by another run. */
  async #insist(tell: () => Promise<void>): Promise<void> {
    for (let pauseMs = 100; !this.#isStopping; pauseMs = Math.min(5000, 2 * pauseMs)) {
      try {
        return await tell();
      } catch (error) {
        this.#onError(error);
        if (!isTransient(error)) return;
        await sleep(pauseMs);
      }
    }
  }

  /** Records a sign of life of every job that runs here. */
  #touch(): void {
    this.#touching ??= this.#touchRunning().finally(() => {
      this.#touching = undefined;
    });
  }

  async #touchRunning(): Promise<void> {
    const byName = new Map<string, Job[]>();
    for (const { name, job } of this.#running.values()) byName.set(name, [...(byName.get(name) ?? []), job]);
    for (const [name, jobs] of byName) await inTime(this.#boss.touch(name, jobs)).catch(this.#onError);
  }

  /** Jobs that failed as often as they may by the service's own fault, and wait for the operator. */
  async parked(name: (typeof parkable)[number]): Promise<number> {
    return this.#count(name, "state = 'created' and start_after > now()");
  }

  /** Jobs that wait, be it for a time. */
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
   * Takes no more work and waits for what runs, `timeoutMs` at most; what then still runs is handed back, and loses no
   * try.
   */
  async stop(timeoutMs: number): Promise<void> {
    const isOver = new AbortController();
    await Promise.race([
      Promise.all([...this.#workers.values()].map((worker) => worker.stop())),
      sleep(timeoutMs, undefined, { signal: isOver.signal }).catch(() => {}),
    ]);
    isOver.abort();
    this.#isStopping = true;
    clearInterval(this.#heartbeat);
    await this.#touching;
    await inTime(this.#handBack()).catch(this.#onError);
    await inTime(this.#boss.stop({ graceful: false, close: false })).catch(this.#onError);
  }

  /**
   * The next attempt has another number, so that this process cannot settle it; the try that it costs is given back.
   */
  async #handBack(): Promise<void> {
    const jobs = [...this.#running.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    await this.#database.executeSql(
      `update ${jobSchema}.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
      from unnest($1::uuid[], $2::integer[]) as mine (job_id, attempt)
      where id = job_id and retry_count = attempt and state = 'active'`,
      [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
    );
  }
}

/** What `act` throws, or that its time is over; undefined where all went well. */
async function failureOf(act: () => Promise<void>, timeoutMs: number): Promise<object | undefined> {
  const isOver = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`it took longer than ${timeoutMs} ms`);
  });
  try {
    await Promise.race([act(), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    late.catch(() => {});
    isOver.abort();
  }
}

/** Throws what `isTransient` knows where no answer comes in time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const isOver = new AbortController();
  const late = sleep(answerMs, undefined, { signal: isOver.signal }).then(() => {
    throw Object.assign(new Error(`the database did not answer within ${answerMs} ms`), { code: "ETIMEDOUT" });
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => {});
    answer.catch(() => {});
    isOver.abort();
  }
}

function bossDatabase(queries: Queries): Db {
  const { executeSql } = executorOf(queries);
  return { executeSql: (text, values) => executeSql(text, values) };
}
