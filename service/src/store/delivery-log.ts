import type { Queries } from "../database/database.ts";

const eventsPerPage = 20;
const shownAttempts = 20;

export interface LoggedEvent {
  readonly accountId: string;
  /** The webhook-id. */
  readonly eventId: string;
  readonly sequence: number;
  readonly state: "pending" | "delivered" | "dead";
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  /** Newest first. */
  readonly attempts: readonly LoggedAttempt[];
}

interface LoggedAttempt {
  readonly attempt: number;
  readonly attemptedAt: Date;
  /** The receiver's answer; null when none came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

interface DeliveryLog {
  readonly events: readonly LoggedEvent[];
  /** The start of the next page. */
  readonly older: number | undefined;
}

/**
 * An account's events with their attempts, newest first; only those before the sequence number `before` if it is given.
 */
export async function readDeliveryLog(queries: Queries, accountId: string, before?: number): Promise<DeliveryLog> {
  return readEvents(queries, { accountId, before });
}

/** The same of all accounts, in one state. */
export async function readAllDeliveries(
  queries: Queries,
  wanted: { readonly state: LoggedEvent["state"]; readonly before: number | undefined },
): Promise<DeliveryLog> {
  return readEvents(queries, wanted);
}

interface Wanted {
  readonly accountId?: string;
  readonly state?: LoggedEvent["state"];
  readonly before: number | undefined;
}

async function readEvents(queries: Queries, { accountId, state, before }: Wanted): Promise<DeliveryLog> {
  let query = queries
    .selectFrom("events")
    .select(["event_id", "account_id", "sequence", "state", "payload", "created_at", "next_attempt_at"])
    .orderBy("sequence", "desc")
    .limit(eventsPerPage + 1);
  if (accountId !== undefined) query = query.where("account_id", "=", accountId);
  if (state !== undefined) query = query.where("state", "=", state);
  if (before !== undefined) query = query.where("sequence", "<", before);
  const rows = await query.execute();
  const shown = rows.slice(0, eventsPerPage);
  const attempts =
    shown.length === 0
      ? []
      : await readAttempts(
          queries,
          shown.map((row) => row.event_id),
        );
  const events = shown.map((row) => ({
    accountId: row.account_id,
    eventId: row.event_id,
    sequence: row.sequence,
    state: row.state,
    payload: row.payload,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: attempts.filter(({ eventId }) => eventId === row.event_id).slice(0, shownAttempts),
  }));
  return { events, older: rows.length > eventsPerPage ? shown.at(-1)?.sequence : undefined };
}

async function readAttempts(queries: Queries, eventIds: readonly string[]) {
  return queries
    .selectFrom("deliveries")
    .select([
      "event_id as eventId",
      "attempt",
      "attempted_at as attemptedAt",
      "status",
      "error",
      "duration_ms as durationMs",
    ])
    .where("event_id", "in", eventIds)
    .orderBy("delivery_id", "desc")
    .execute();
}
