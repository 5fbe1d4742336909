import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/database/database.ts";
import { leftJobs } from "../kills/audit.ts";

/** The longest that it may take until nothing is left to do, in s: the pauses between eight tries take five minutes. */
export const settleSeconds = 400;

/** Waits until no job and no event is left; returns what is left if that takes longer than `settleSeconds`. */
export async function settle(database: Database): Promise<string[]> {
  for (const until = Date.now() + settleSeconds * 1000; ; await sleep(250)) {
    const pending = await database.queries
      .selectFrom("events")
      .select("event_id")
      .where("state", "=", "pending")
      .execute();
    const left = [...(await leftJobs(database)), ...pending.map(({ event_id }) => `event ${event_id} is pending`)];
    if (left.length === 0 || Date.now() > until) return left;
  }
}
