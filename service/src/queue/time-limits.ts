import { setTimeout as sleep } from "node:timers/promises";

/**
 * Time limit for the server's answers, in ms; after that, the query is repeated on another connection. A job in a lost
 * answer has no heartbeat and goes to another process.
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
