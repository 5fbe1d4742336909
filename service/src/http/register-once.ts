import { setTimeout as sleep } from "node:timers/promises";
import { isTransient } from "../database/transient.ts";

/** Pause before looking, in ms: a commit whose connection broke completes or is rolled back within moments. */
const pausesMs = [50, 200, 1000];

/**
 * Returns the result of `register`. If the connection breaks during its commit, the outcome is unknown, and a client
 * that repeats the request without its own id would get a second registration. So `find` looks for the first one; if
 * there is none, `register` runs again.
 */
export async function registerOnce<T>(register: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await register();
  } catch (error) {
    if (!isTransient(error)) throw error;
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs);
      const found = await find();
      if (found !== undefined) return found;
    }
    return register();
  }
}
