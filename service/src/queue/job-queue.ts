import { setTimeout as sleep } from "node:timers/promises";
import PgBoss from "pg-boss";
import { type Database, executorOf, type Queries, type SqlExecutor } from "../database/database.ts";
import { isTransient } from "../database/transient.ts";
import type { Preferences } from "../domain/preferences.ts";
import { JobWorker } from "./job-worker.ts";

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
  /** Not before then. */
  readonly at?: Date;
}

/** Throws to have the job begun again later. */
export type JobHandler<Name extends JobName> = (data: Jobs[Name]) => Promise<void>;

/**
 * Times a job may be begun again after a failure or a crash, and how long one run may take. Pauses double from
 * `retryDelay`, in seconds: what makes pictures waits out about five minutes.
 */
const queues: Record<JobName, PgBoss.Queue> = {
  "group-order": queue("group-order", { retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 }),
  "enhance-image": queue("enhance-image", { retryLimit: 8, retryDelay: 1, expireInSeconds: 3600 }),
  "inspect-upload": queue("inspect-upload", { retryLimit: 8, retryDelay: 1, expireInSeconds: 600 }),
  "take-upload": queue("take-upload", { policy: "short", retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 }),
  "remove-files": queue("remove-files", { retryLimit: 10, retryDelay: 1, expireInSeconds: 600 }),
  "deliver-events": queue("deliver-events", { policy: "short", retryLimit: 10, retryDelay: 1, expireInSeconds: 300 }),
};

/** Jobs that are sent with a delay only when they are parked. */
export const parkable = ["group-order", "enhance-image"] as const satisfies readonly JobName[];

export const jobNames = Object.keys(queues) as JobName[];

function queue(name: JobName, options: Omit<PgBoss.Queue, "name">): PgBoss.Queue {
  return { name, retryBackoff: true, deadLetter: deadName(name), ...options };
}

function deadName(name: JobName): string {
  return `${name}-dead`;
}

/** How often a queue is looked at; what is sent here is done at once, by `wake`. */
const pollMs = 1000;
const deadPollMs = 5000;

type Job = PgBoss.Job<unknown>;

/**
 * Jobs in the database, through pg-boss: sent with the state that causes them, begun again after a crash. The workers
 * are our own, since pg-boss's do not wait for what they tell the database, and a server that restarts ends the process
 * through them.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown) => void;
  readonly #workers = new Map<string, JobWorker<Job>>();
  /** Ids of what is being done. */
  readonly #running = new Set<string>();
  /** One look at a time, so that whatever is marked as running and is not among `#running` is nobody's. */
  #lastLook: Promise<unknown> = Promise.resolve();
  /** Whether a look failed: jobs may be marked as running that never came here. */
  #mayHaveLost = false;
  #isStopping = false;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) },
      schedule: false,
      maintenanceIntervalSeconds: 60,
    });
    this.#boss.on("error", onError);
  }

  /** No other process takes jobs of an open database: what is marked as running was left by one that ended. */
  async start(): Promise<void> {
    await this.#boss.start();
    for (const name of jobNames) {
      await this.#boss.createQueue(deadName(name), { name: deadName(name), retryLimit: 5, retryBackoff: true });
      await this.#boss.createQueue(name, queues[name]);
      // One that an earlier version made keeps its options otherwise.
      await this.#boss.updateQueue(name, queues[name]);
    }
    await this.#takeBack();
    // The operator may have mended what they were parked for.
    await this.#database.executeSql(
      "update pgboss.job set start_after = now() where state = 'created' and start_after > now() and name = any($1)",
      [parkable],
    );
  }

  /**
   * What is marked as running and is not. Else it would wait until its time is over. It does not count as failed: a
   * killed process or a broken connection says nothing of the job.
   */
  async #takeBack(): Promise<void> {
    await this.#database.executeSql(
      "update pgboss.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1) and id <> all($2::uuid[])",
      [[...jobNames, ...jobNames.map(deadName)], [...this.#running]],
    );
  }

  /** Within `transaction`, so that the job exists if and only if the state does. */
  async send<Name extends JobName>(
    name: Name,
    data: Jobs[Name],
    transaction: Queries,
    { key, at }: SendOptions = {},
  ): Promise<void> {
    await this.#boss.send(name, data, {
      db: bossDatabase(executorOf(transaction)),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(at === undefined ? {} : { startAfter: at }),
    });
  }

  /** Looks for work at once, in place of at the next poll; call after the transaction that sent it. */
  wake(name: JobName): void {
    this.#workers.get(name)?.wake();
  }

  work<Name extends JobName>(name: Name, atOnce: number, handler: JobHandler<Name>): void {
    this.#addWorker(name, { atOnce, pollMs }, async (job) => {
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
    pace: { readonly atOnce: number; readonly pollMs: number },
    perform: (job: Job) => Promise<void>,
  ): void {
    this.#workers.set(name, new JobWorker({ ...pace, fetch: (most) => this.#fetch(name, most), perform }));
  }

  async #fetch(name: string, most: number): Promise<Job[]> {
    const look = this.#lastLook.then(() => this.#look(name, most));
    this.#lastLook = look;
    return look;
  }

  async #look(name: string, most: number): Promise<Job[]> {
    if (this.#isStopping) return [];
    let failure: unknown;
    const db = bossDatabase(this.#database, (error) => {
      failure = error;
    });
    try {
      if (this.#mayHaveLost) await this.#takeBack();
      this.#mayHaveLost = false;
      const jobs = await this.#boss.fetch<unknown>(name, { batchSize: most, db });
      for (const { id } of jobs) this.#running.add(id);
      // It keeps to itself what the database says.
      if (failure !== undefined) throw failure;
      return jobs;
    } catch (error) {
      this.#mayHaveLost = true;
      this.#onError(error);
      return [];
    }
  }

  async #perform(name: string, { id, expireInSeconds }: Job, act: () => Promise<void>): Promise<void> {
    const failure = await failureOf(act, Number(expireInSeconds) * 1000);
    try {
      await this.#insist(() =>
        failure === undefined ? this.#boss.complete(name, id) : this.#boss.fail(name, id, failure),
      );
    } finally {
      this.#running.delete(id);
    }
  }

  /** A server that is away comes back, and must be told; where the queue stops before, the next start does it again. */
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

  /** Jobs that failed as often as they may by the service's own fault, and wait for the operator. */
  async parked(name: (typeof parkable)[number]): Promise<number> {
    const { rows } = await this.#database.executeSql(
      "select count(*)::integer as count from pgboss.job where name = $1 and state = 'created' and start_after > now()",
      [name],
    );
    return Number((rows[0] as { readonly count: number }).count);
  }

  async size(name: JobName): Promise<number> {
    return this.#boss.getQueueSize(name);
  }

  /**
   * Takes no more work and waits for what runs, `timeoutMs` at most; what then still runs is begun again at the next
   * start.
   */
  async stop(timeoutMs: number): Promise<void> {
    const isOver = new AbortController();
    await Promise.race([
      Promise.all([...this.#workers.values()].map((worker) => worker.stop())),
      sleep(timeoutMs, undefined, { signal: isOver.signal }).catch(() => {}),
    ]);
    isOver.abort();
    this.#isStopping = true;
    await this.#boss.stop({ graceful: false, close: false });
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

function bossDatabase({ executeSql }: SqlExecutor, onError: (error: unknown) => void = () => {}): PgBoss.Db {
  return {
    async executeSql(text, values) {
      try {
        return await executeSql(text, values);
      } catch (error) {
        onError(error);
        throw error;
      }
    },
  };
}
