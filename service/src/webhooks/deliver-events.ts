import type { Queries } from "../database/database.ts";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/job-queue.ts";
import { postWebhook, type WebhookAnswer } from "./webhook-request.ts";

/** How long an attempt holds its event; longer than any attempt takes. */
const leaseMs = 20_000;
/** Then another job goes on, so that an order of many events keeps no worker for itself and a stop need not wait. */
const runMs = 10_000;

const mostAttempts = 10;
const firstPauseMs = 5_000;
const longestPauseMs = 12 * 3_600_000;

/**
 * Delivers the events of one order, the oldest first, until none is left or the oldest has to wait: the next is not
 * begun before it is delivered or given up. At least once: what was delivered but not recorded, in a crash, is
 * delivered again.
 */
export async function deliverEvents({ orderKey }: Jobs["deliver-events"], parts: Parts): Promise<void> {
  const { database, queue, config, log } = parts;
  const until = Date.now() + runMs;
  while (Date.now() < until) {
    const event = await claimOldest(database.queries, orderKey);
    if (!event) break;
    const account = await database.queries
      .selectFrom("accounts")
      .select(["webhook_url", "webhook_authentication", "webhook_secret"])
      .where("account_id", "=", event.account_id)
      .executeTakeFirstOrThrow();
    const begun = new Date();
    const answer = account.webhook_url
      ? await postWebhook(
          {
            url: account.webhook_url,
            authentication: account.webhook_authentication,
            secret: account.webhook_secret,
            id: event.event_id,
            body: JSON.stringify(event.payload),
          },
          config.privateWebhooks,
        )
      : { status: null, error: "the account has no webhook address any more" };
    const state = stateAfter(answer, event.attempts, account.webhook_url !== null);
    await database.transact((transaction) => recordAttempt(transaction, event, { ...answer, state, begun }));
    if (state !== "delivered") {
      const { event_id: eventId, attempts } = event;
      log.warn({ eventId, attempts, state, ...answer }, "a webhook was not delivered");
    }
  }
  const oldest = await findOldest(database.queries, orderKey);
  if (!oldest) return;
  const { next_attempt_at: at } = oldest;
  await queue.send("deliver-events", { orderKey }, database.queries, { key: `${orderKey}@${at.getTime()}`, at });
}

/** The pause after the given number of failed attempts: 5 s, 20 s, 80 s … 12 h, less up to a half at random. */
export function pauseMs(attempts: number, random = Math.random()): number {
  return Math.min(longestPauseMs, firstPauseMs * 4 ** (attempts - 1)) * (1 - random / 2);
}

async function findOldest(queries: Queries, orderKey: string) {
  return queries
    .selectFrom("events")
    .select(["event_id", "attempts", "next_attempt_at"])
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
 * The oldest event, once its time has come; the job that claims it is the only one to deliver it until the lease is
 * over.
 */
async function claimOldest(queries: Queries, orderKey: string) {
  const oldest = await findOldest(queries, orderKey);
  const now = new Date();
  if (!oldest || oldest.next_attempt_at > now) return undefined;
  return queries
    .updateTable("events")
    .set({ attempts: oldest.attempts + 1, next_attempt_at: new Date(now.getTime() + leaseMs) })
    .where("event_id", "=", oldest.event_id)
    .where("state", "=", "pending")
    .where("attempts", "=", oldest.attempts)
    .returning(["event_id", "account_id", "payload", "attempts"])
    .executeTakeFirst();
}

type State = "pending" | "delivered" | "dead";

function stateAfter({ status }: WebhookAnswer, attempts: number, hasAddress: boolean): State {
  if (status !== null && status >= 200 && status < 300) return "delivered";
  return hasAddress && attempts < mostAttempts ? "pending" : "dead";
}

async function recordAttempt(
  transaction: Queries,
  event: { readonly event_id: string; readonly account_id: string; readonly attempts: number },
  { status, error, state, begun }: WebhookAnswer & { readonly state: State; readonly begun: Date },
): Promise<void> {
  const now = new Date();
  await transaction
    .insertInto("deliveries")
    .values({
      event_id: event.event_id,
      account_id: event.account_id,
      attempt: event.attempts,
      attempted_at: begun,
      status,
      error,
      duration_ms: now.getTime() - begun.getTime(),
    })
    .execute();
  await transaction
    .updateTable("events")
    .set({ state, next_attempt_at: new Date(now.getTime() + pauseMs(event.attempts)) })
    .where("event_id", "=", event.event_id)
    .where("attempts", "=", event.attempts)
    .execute();
}
