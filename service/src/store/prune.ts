import type { Queries } from "../database/database.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Rows of one statement, so that it does not block others for long. */
const rowsAtOnce = 1000;

/**
 * Removes old rows: events that were delivered or given up and are older than `eventDays`, with their deliveries, and
 * registrations of names that no longer count. Returns the number of events.
 */
export async function prune(queries: Queries, eventDays: number, now = new Date()): Promise<number> {
  await queries
    .deleteFrom("name_registrations")
    .where("registered_at", "<=", new Date(now.getTime() - hourMs))
    .execute();
  const before = new Date(now.getTime() - eventDays * dayMs);
  for (let removed = 0; ; ) {
    const count = await pruneEvents(queries, before);
    removed += count;
    if (count < rowsAtOnce) return removed;
  }
}

async function pruneEvents(queries: Queries, before: Date): Promise<number> {
  const old = await queries
    .selectFrom("events")
    .select("event_id")
    .where("state", "<>", "pending")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(rowsAtOnce)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ event_id }) => event_id);
  await queries.deleteFrom("deliveries").where("event_id", "in", ids).execute();
  // An event that is being sent again stays, without its log.
  await queries.deleteFrom("events").where("event_id", "in", ids).where("state", "<>", "pending").execute();
  return old.length;
}
