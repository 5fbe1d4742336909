import { setTimeout as sleep } from "node:timers/promises";

/**
 * What the server is asked has to be answered by then, in ms; else it is asked again, on another connection. A job that
 * such an answer gave away carries no sign of life, and goes to another process.
 */
const answerMs = 10_000;

/** What `act` throws, or that its time is over; undefined where all went well. */
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

/** Throws what `isTransient` knows where no answer comes in time. */
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
