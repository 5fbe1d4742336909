import rateLimit, { type RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { type Lease, type LeaseRequest, leaseRequests, removeOldRates } from "../store/request-rates.ts";

/** Length of the window in which requests are counted, in ms. */
const windowMs = 1000;
/** Interval between removals of old windows from the database, in ms. */
const removeMs = 60_000;

/**
 * Limits the requests of each address (for IPv6, of its first 64 bits): in memory with the embedded database, over all
 * processes on a server.
 */
export async function limitRequests(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: parts.config.requestsPerSecond,
    timeWindow: windowMs,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { max }) =>
      new HttpError(429, `More than ${max} requests a second came from this address; slow down and try again.`),
    ...(parts.database.server ? { store: sharedStore(app, parts) } : {}),
  });
}

function sharedStore(app: FastifyInstance, { database, log }: Parts): NonNullable<RateLimitPluginOptions["store"]> {
  const rate = new SharedRate({
    windowMs,
    lease: (request) => leaseRequests(database, request),
    onAway: (error) =>
      log.warn({ err: error }, "requests are counted only in this process: the database is unavailable"),
  });
  const timer = setInterval(
    () => void removeOldRates(database).catch((error) => log.warn({ err: error }, "old request counts stay")),
    removeMs,
  );
  app.addHook("onClose", async () => clearInterval(timer));
  return class SharedStore {
    incr(
      address: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _ms = 0,
      most = 0,
    ) {
      void rate.admit(address, most).then(({ isAdmitted, remaining, endsInMs }) => {
        done(null, { current: isAdmitted ? most - remaining : most + 1, ttl: endsInMs });
      });
    }

    child(): never {
      throw new Error("no route has a separate limit");
    }
  };
}

/** How long the database may take for a lease, in ms; after that, the window counts only in this process. */
const answerMs = 500;
/** How long the database is not queried after that, in ms. */
const awayMs = 1000;

/** Finished windows are dropped once there are this many. */
const sweepAt = 1000;

/** Share of the limit that a window admits before its first lease. */
const freeShare = 1 / 100;
/**
 * A lease takes, beyond the waiting requests, this share of the requests used here, up to `spareShare` of the limit.
 */
const growth = 1 / 8;
/** The most that a lease takes in advance, as a share of the limit. */
const spareShare = 1 / 64;

interface Window {
  /** By `performance.now()`. */
  endsAt: number;
  /** Requests that this process admitted. */
  used: number;
  /** Admitted requests that are not reported to the database yet. */
  unreported: number;
  /** Requests that may be admitted without another lease. */
  left: number;
  /** Requests that the database had left at the last lease; undefined before. */
  remaining: number | undefined;
  /** Whether nothing more is granted once `left` is used. */
  isSpent: boolean;
  /** Requests that wait for a lease. */
  waiting: number;
  leasing: Promise<void> | undefined;
}

interface Admission {
  readonly isAdmitted: boolean;
  /** Requests that may follow in this window, as far as this process knows. */
  readonly remaining: number;
  /** Time until the window ends, in ms. */
  readonly endsInMs: number;
}

export interface SharedRateOptions {
  /** Length of a window, in ms. */
  readonly windowMs: number;
  readonly lease: (request: LeaseRequest) => Promise<Lease>;
  /** Receives the reason why no lease came, at most once a second. */
  readonly onAway: (error: unknown) => void;
}

/**
 * Counts the requests of each address over all processes, in windows that begin with the first request. A process
 * takes blocks of requests from the window that the database holds, so most requests need no query. The first hundredth
 * of the limit is admitted without a query and reported with the first lease: quiet clients cost nothing. Each process
 * can exceed the limit by that many. Blocks are small while a process has admitted few, so little is lost in processes
 * that a client does not return to. While the database is unavailable, each process counts separately.
 */
export class SharedRate {
  readonly #options: SharedRateOptions;
  readonly #windows = new Map<string, Window>();
  #awayUntil = Number.NEGATIVE_INFINITY;
  #sweepAt = sweepAt;

  constructor(options: SharedRateOptions) {
    this.#options = options;
  }

  /** Counts one request of `subject`, of which a window admits `most`. Never throws. */
  async admit(subject: string, most: number): Promise<Admission> {
    for (;;) {
      const window = this.#windowOf(subject, most);
      const isFree = window.remaining === undefined && window.used < Math.floor(most * freeShare);
      if (window.left > 0 || isFree) {
        if (window.left > 0) window.left--;
        else window.unreported++;
        window.used++;
        return answer(true, window.left + (window.remaining ?? most - window.used), window);
      }
      if (window.isSpent) return answer(false, 0, window);
      window.waiting++;
      window.leasing ??= this.#lease(subject, most, window);
      await window.leasing;
      window.waiting--;
    }
  }

  #windowOf(subject: string, most: number): Window {
    const now = performance.now();
    const known = this.#windows.get(subject);
    if (known && (now < known.endsAt || known.leasing)) return known;
    const isAway = now < this.#awayUntil;
    const window: Window = {
      ...{ endsAt: now + this.#options.windowMs, used: 0, unreported: 0, waiting: 0, leasing: undefined },
      ...{ left: isAway ? most : 0, remaining: isAway ? 0 : undefined, isSpent: isAway },
    };
    this.#windows.set(subject, window);
    if (this.#windows.size >= this.#sweepAt) this.#sweep(now);
    return window;
  }

  async #lease(subject: string, most: number, window: Window): Promise<void> {
    // Requests of the same turn of the event loop share a lease.
    await new Promise((resolve) => setImmediate(resolve));
    const { unreported: spent } = window;
    const spare = Math.min(Math.floor(window.used * growth), Math.ceil(most * spareShare));
    const wanted = window.waiting + spare;
    const { windowMs, lease, onAway } = this.#options;
    const askedAt = performance.now();
    try {
      const { granted, remaining, endsInMs } = await inTime(lease({ subject, spent, wanted, most, windowMs }));
      window.unreported -= spent;
      window.left = granted;
      window.remaining = remaining;
      window.isSpent = granted < wanted;
      // Not after its end by the clock of the database, which was asked later.
      window.endsAt = askedAt + endsInMs;
    } catch (error) {
      const now = performance.now();
      if (now >= this.#awayUntil) onAway(error);
      this.#awayUntil = now + awayMs;
      window.left = Math.max(0, most - window.used);
      window.remaining = 0;
      window.isSpent = true;
      window.endsAt = Math.max(window.endsAt, now + 1);
    } finally {
      window.leasing = undefined;
    }
  }

  #sweep(now: number): void {
    for (const [subject, { endsAt, leasing }] of this.#windows) {
      if (now >= endsAt && !leasing) this.#windows.delete(subject);
    }
    this.#sweepAt = Math.max(sweepAt, 2 * this.#windows.size);
  }
}

function answer(isAdmitted: boolean, remaining: number, { endsAt }: Window): Admission {
  return { isAdmitted, remaining, endsInMs: Math.max(1, endsAt - performance.now()) };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no lease within ${answerMs} ms`)), answerMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
