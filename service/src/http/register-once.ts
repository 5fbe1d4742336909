import { setTimeout as sleep } from "node:timers/promises";
import { isTransient } from "../database/transient.ts";

/** A commit whose connection broke ends, or is undone, within moments. */
const pausesMs = [50, 200, 1000];

/**
 * What `register` made. Where the connection broke during its commit, nobody was told how that ended, and a client that
 * asks again without an id of its own gets another: so `find` looks whether it stands, and then it is answered. Where
 * it does not, it is registered again; throws what that throws.
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
