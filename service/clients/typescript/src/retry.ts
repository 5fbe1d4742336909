import { ServiceError } from "./errors.ts";

export interface RetryOptions {
  /** Tries of one request, the first included. Default 6. */
  readonly maxTries?: number;
  /** Longest pause before a try, in ms. Default 60,000. If the service asks for a longer one, the error is thrown. */
  readonly maxPauseMs?: number;
  /** Pauses; for tests. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** First pause, in ms; it doubles with each try, as the API's documentation recommends. */
const firstPauseMs = 1000;
/** A pause is this share longer at most, at random, so that many clients do not return at once. */
const jitter = 0.25;
/** Answers that say "later", not "no". */
const laterStatuses = [429, 502, 503, 504];

/**
 * Repeats a request that the service put off (429, 502, 503, 504), after `Retry-After` or with pauses that double from
 * one second, and, if `mayRepeat`, one whose connection broke. A file name that was registered too often has to wait up
 * to an hour, which is more than `maxPauseMs`: that error is thrown, and another name helps.
 */
export async function withRetries<T>(
  send: () => Promise<T>,
  mayRepeat: boolean,
  { maxTries = 6, maxPauseMs = 60_000, pause = sleep }: RetryOptions = {},
  signal?: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const pauseMs = pauseAfter(error, tries, mayRepeat);
      if (pauseMs === undefined || tries >= maxTries || pauseMs > maxPauseMs || signal?.aborted) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Pause before the next try in ms; `undefined` if there should be none. */
function pauseAfter(error: unknown, tries: number, mayRepeat: boolean): number | undefined {
  const doubled = firstPauseMs * 2 ** (tries - 1) * (1 + jitter * Math.random());
  if (!(error instanceof ServiceError)) return mayRepeat ? doubled : undefined;
  if (!laterStatuses.includes(error.status)) return undefined;
  return error.retryAfterS === undefined ? doubled : Math.max(error.retryAfterS * 1000, 100);
}

/** Resolves after `ms`; rejects with the signal's reason if it fires before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
