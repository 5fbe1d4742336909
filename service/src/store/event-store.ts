import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { currentTrace } from "../tracing/tracing.ts";

/** Events for receivers, as in the specification's "Events". */
type WebhookEvent =
  | { readonly event: "webhook_updated" }
  | { readonly event: "image_registered"; readonly image_id: string; readonly order_id: string }
  | {
      readonly event: "image_processed";
      readonly image_id: string;
      readonly error: boolean;
      readonly order_id: string;
      readonly order_is_processing: boolean;
    };

/** Time of the database, since the clocks of processes that share the events may differ. */
const databaseNow = sql<Date>`now()`;

function databaseTimeIn(ms: number) {
  return sql<Date>`now() + ${ms} * interval '1 ms'`;
}

/**
 * Records an event within the transaction of the state that it reports; it is delivered later, in order for each order.
 * Nothing is recorded for an account without a webhook: the result is false, and `event` is not called.
 */
export async function recordEvent(
  transaction: Queries,
  queue: JobQueue,
  accountId: string,
  event: WebhookEvent | (() => Promise<WebhookEvent>),
): Promise<boolean> {
  const account = await transaction
    .selectFrom("accounts")
    .select("webhook_url")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!account?.webhook_url) return false;
  const recorded = typeof event === "function" ? await event() : event;
  const eventId = `msg_${randomUUID()}`;
  const orderId = "order_id" in recorded ? recorded.order_id : null;
  await transaction
    .insertInto("events")
    .values({
      event_id: eventId,
      account_id: accountId,
      order_id: orderId,
      payload: JSON.stringify(recorded),
      state: "pending",
      created_at: databaseNow,
      next_attempt_at: databaseNow,
      trace: currentTrace() ?? null,
    })
    .execute();
  // A job for each event: a job that already waits could begin before this transaction ends, and would then miss the
  // event.
  await queue.send("deliver-events", { orderKey: orderId ?? accountId }, transaction, { key: eventId, accountId });
  return true;
}

export type EventState = "pending" | "delivered" | "dead";

/** The oldest undelivered event of an order or an account. */
export async function findOldest(queries: Queries, orderKey: string) {
  return queries
    .selectFrom("events")
    .select(["event_id", "account_id", "attempts", "next_attempt_at"])
    .where("state", "=", "pending")
    .where((event) =>
      event.or([
        event("order_id", "=", orderKey),
        event.and([event("order_id", "is", null), event("account_id", "=", orderKey)]),
      ]),
    )
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The oldest undelivered event of each order of the account, by next attempt, earliest first; at most `most`.
 * `isReady`: whether its time has come, by the clock of the database.
 */
export async function findOldestOfOrders(
  queries: Queries,
  accountId: string,
  most: number,
): Promise<readonly { readonly orderKey: string; readonly at: Date; readonly isReady: boolean }[]> {
  const { rows } = await sql<{ orderKey: string; at: Date; isReady: boolean }>`
    select *, at <= ${databaseNow} as "isReady" from (
      select distinct on (coalesce(order_id, account_id))
        coalesce(order_id, account_id) as "orderKey", next_attempt_at as at
      from events where account_id = ${accountId} and state = 'pending'
      order by coalesce(order_id, account_id), sequence
    ) oldest
    order by at limit ${most}`.execute(queries);
  return rows;
}

/**
 * Claims the oldest event, once its time has come. Only the job that claims it may deliver it until the lease ends.
 */
export async function claimOldest(queries: Queries, orderKey: string, leaseMs: number) {
  const oldest = await findOldest(queries, orderKey);
  if (!oldest) return undefined;
  return queries
    .updateTable("events")
    .set({ attempts: oldest.attempts + 1, next_attempt_at: databaseTimeIn(leaseMs) })
    .where("event_id", "=", oldest.event_id)
    .where("next_attempt_at", "<=", databaseNow)
    .where("state", "=", "pending")
    .where("attempts", "=", oldest.attempts)
    .returning(["event_id", "account_id", "payload", "attempts", "trace"])
    .executeTakeFirst();
}

interface EndedAttempt {
  /** The receiver's answer; null when none came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly begun: Date;
  /** The new state of the event. */
  readonly state: EventState;
  /** Pause before the next attempt, if there is one. */
  readonly pauseMs: number;
}

export async function recordAttempt(
  transaction: Queries,
  event: { readonly event_id: string; readonly account_id: string; readonly attempts: number },
  { status, error, state, begun, pauseMs }: EndedAttempt,
): Promise<void> {
  await transaction
    .insertInto("deliveries")
    .values({
      event_id: event.event_id,
      account_id: event.account_id,
      attempt: event.attempts,
      attempted_at: begun,
      status,
      error,
      duration_ms: Date.now() - begun.getTime(),
    })
    .execute();
  await transaction
    .updateTable("events")
    .set({ state, next_attempt_at: databaseTimeIn(pauseMs) })
    .where("event_id", "=", event.event_id)
    .where("attempts", "=", event.attempts)
    .execute();
}

/** Marks a finished event for another delivery. Returns its order, or undefined if no such event exists. */
export async function reviveEvent(
  transaction: Queries,
  accountId: string,
  eventId: string,
): Promise<{ readonly order_id: string | null } | undefined> {
  return transaction
    .updateTable("events")
    .set({ state: "pending", next_attempt_at: databaseNow })
    .where("event_id", "=", eventId)
    .where("account_id", "=", accountId)
    .where("state", "in", ["delivered", "dead"])
    .returning("order_id")
    .executeTakeFirst();
}

/** Number of undelivered events. */
export async function countUndelivered(queries: Queries): Promise<Readonly<Record<"pending" | "dead", number>>> {
  const rows = await queries
    .selectFrom("events")
    .select((row) => ["state", row.fn.countAll<string>().as("count")])
    .where("state", "in", ["pending", "dead"])
    .groupBy("state")
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return { pending: counts.get("pending") ?? 0, dead: counts.get("dead") ?? 0 };
}
