import PgBoss from "pg-boss";
import { type Database, executorOf, type Queries } from "./database/database.ts";
import type { Preferences } from "./engine/preferences.ts";

/** What is done in the background, and what each needs to know. */
export interface Jobs {
  "group-order": {
    readonly orderId: string;
    readonly grouping: Grouping;
    readonly preferences: Preferences;
    readonly devMode: boolean;
  };
  "enhance-image": { readonly imageId: string; readonly attempt: number };
  "inspect-upload": { readonly bracketId: string };
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
  /** Of `deliver-events` alone: nothing is sent while a job of this key waits. */
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
  "inspect-upload": queue("inspect-upload", { retryLimit: 3, retryDelay: 1, expireInSeconds: 600 }),
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

/** Jobs in the database, through pg-boss: sent with the state that causes them, begun again after a crash. */
export class JobQueue {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #workers = new Map<JobName, string[]>();

  constructor(database: Database, onError: (error: Error) => void) {
    this.#database = database;
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
  }

  /**
   * Else such a job would wait until its time is over. It does not count as failed: a killed process says nothing of
   * the job.
   */
  async #takeBack(): Promise<void> {
    await this.#database.executeSql(
      "update pgboss.job set state = 'retry', started_on = null, start_after = now() where state = 'active' and name = any($1)",
      [[...jobNames, ...jobNames.map(deadName)]],
    );
    // The operator may have mended what they were parked for.
    await this.#database.executeSql(
      "update pgboss.job set start_after = now() where state = 'created' and start_after > now() and name = any($1)",
      [parkable],
    );
  }

  /** Within `transaction`, so that the job exists if and only if the state does. */
  async send<Name extends JobName>(
    name: Name,
    data: Jobs[Name],
    transaction: Queries,
    { key, at }: SendOptions = {},
  ): Promise<void> {
    const { executeSql } = executorOf(transaction);
    const db = { executeSql: (text: string, values: unknown[]) => executeSql(text, values) };
    await this.#boss.send(name, data, {
      db,
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(at === undefined ? {} : { startAfter: at }),
    });
  }

  /** Looks for work at once, in place of at the next poll; call after the transaction that sent it. */
  wake(name: JobName): void {
    for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
  }

  async work<Name extends JobName>(name: Name, atOnce: number, handler: JobHandler<Name>): Promise<void> {
    const ids: string[] = [];
    for (let i = 0; i < atOnce; i++) {
      const options = { batchSize: 1, pollingIntervalSeconds: 1 };
      const id = await this.#boss.work<Jobs[Name]>(name, options, async ([job]) => {
        await handler(job.data);
        // Short jobs would be done one a second, for a worker pauses between looks.
        this.wake(name);
      });
      ids.push(id);
    }
    this.#workers.set(name, ids);
  }

  /** Takes the jobs of `name` that failed more often than they may. */
  async workDead<Name extends JobName>(name: Name, handler: JobHandler<Name>): Promise<void> {
    const options = { batchSize: 1, pollingIntervalSeconds: 5 };
    await this.#boss.work<Jobs[Name]>(deadName(name), options, async ([job]) => handler(job.data));
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
    await this.#boss.stop({ graceful: true, wait: true, close: false, timeout: timeoutMs });
  }
}
