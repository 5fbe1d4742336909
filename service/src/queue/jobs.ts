import { setTimeout as sleep } from "node:timers/promises";
import type { QueueOptions } from "pg-boss";
import type { Preferences } from "../domain/preferences.ts";

/** Background jobs by queue, with their data. */
export interface Jobs {
  "group-order": {
    readonly orderId: string;
    /** Absent in jobs of versions with one grouping for each order: then the order's id. */
    readonly groupingId?: string;
    readonly grouping: Grouping;
    readonly preferences: Preferences;
    readonly devMode: boolean;
  };
  "enhance-image": { readonly imageId: string; readonly attempt: number };
  "inspect-upload": { readonly bracketId: string };
  /** Bytes have arrived in the store without passing through the service. */
  "take-upload": { readonly bracketId: string };
  /** Storage keys that no row references any more. */
  "remove-files": { readonly keys: readonly string[] };
  /** An order's id; an account's for events that belong to no order. */
  "deliver-events": { readonly orderKey: string };
  "send-mail": { readonly mailId: string };
}

/** How the `held` brackets of an order become images. */
export type Grouping =
  | { readonly by: "sight" }
  | { readonly by: "size"; readonly size: number }
  | {
      readonly by: "lists";
      readonly lists: readonly (readonly string[])[];
      /** The chosen references, at most one of each list. */
      readonly references?: readonly string[];
    };

export type JobName = keyof Jobs;

export interface SendOptions {
  /** Only for `deliver-events` and `take-upload`: no second job is sent while one of this key waits. */
  readonly key?: string;
  /** The earliest start, by the clock of the database. */
  readonly at?: Date;
  /** Delay of the start in seconds; instead of `at`. */
  readonly delaySeconds?: number;
  /** Jobs with a higher number run first; those with the same number in the order they were sent. Default 0. */
  readonly priority?: number;
  /** The job's account, for queues that limit the running jobs of one account. */
  readonly accountId?: string;
}

/** Throws to run the job again later. */
export type JobHandler<Name extends JobName> = (data: Jobs[Name]) => Promise<void>;

/**
 * How often a job is retried after a failure or a crash, and how long one run may take. Pauses double from
 * `retryDelay`, in seconds: jobs that make pictures survive outages of about five minutes.
 */
export const queues: Record<JobName, QueueOptions> = {
  "group-order": { retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 },
  "enhance-image": { retryLimit: 8, retryDelay: 1, expireInSeconds: 3600 },
  "inspect-upload": { retryLimit: 8, retryDelay: 1, expireInSeconds: 600 },
  "take-upload": { retryLimit: 8, retryDelay: 1, expireInSeconds: 1800 },
  "remove-files": { retryLimit: 10, retryDelay: 1, expireInSeconds: 600 },
  "deliver-events": { retryLimit: 10, retryDelay: 1, expireInSeconds: 300 },
  "send-mail": { retryLimit: 6, retryDelay: 5, expireInSeconds: 60 },
};

/** Queues in which at most one job of each key waits. */
export const keyed: readonly JobName[] = ["deliver-events", "take-upload"];

export const jobNames = Object.keys(queues) as JobName[];

export const deadQueue: QueueOptions = { retryLimit: 5 };

export function deadName(name: JobName): string {
  return `${name}-dead`;
}

export const allNames: readonly string[] = [...jobNames, ...jobNames.map(deadName)];

/**
 * Time limit for the database server's answers, in ms; after that, the query is repeated on another connection. A job
 * whose answer is lost has no heartbeat and goes to another process.
 */
const answerMs = 10_000;

/** The error of `act`, or of its time limit; undefined if it succeeded. */
export async function failureOf(act: () => Promise<void>, timeoutMs: number): Promise<object | undefined> {
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

/** Throws an error that `isTransient` recognizes if no answer comes in time. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
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
