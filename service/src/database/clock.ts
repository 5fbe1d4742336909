import { sql } from "kysely";
import type { Queries } from "./database.ts";

/**
 * The time of the database, also within a transaction that has lasted for a while. Times that several processes compare
 * use it, since their own clocks may differ.
 */
export const databaseTime = sql<Date>`clock_timestamp()`;

export async function readClock(queries: Queries): Promise<Date> {
  const { rows } = await sql<{ readonly now: Date }>`select ${databaseTime} as now`.execute(queries);
  return rows[0].now;
}
