import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { findWebhook } from "../store/account-store.ts";
import { claimOldest, type EventState, findOldest, findOldestOfOrders, recordAttempt } from "../store/event-store.ts";
import { describeSpan, inSpan } from "../tracing/tracing.ts";
import { postWebhook, type WebhookAnswer } from "./webhook-request.ts";

/** Lease of an event for one attempt; longer than any attempt takes. */
const leaseMs = 20_000;
/**
 * Time after which another job continues, so that an account with many events does not occupy a worker and does not
 * delay a stop.
 */
const runMs = 10_000;

const maxAttempts = 10;
const firstPauseMs = 5_000;
const longestPauseMs = 12 * 3_600_000;

/**
 * Orders of an account whose events are delivered at the same time; also the most concurrent requests to its receiver.
 */
const ordersAtOnce = 4;
/** Orders that are looked up together. */
const ordersPerLook = 50;

interface Run {
  /** Whether a job arrived meanwhile: its event may be newer than the last query. */
  isAskedAgain: boolean;
}

/**
 * Delivers events, with one run at a time for each account. A job for an account that already has a run ends
 * immediately, so an account with many events, or with a slow receiver, occupies only one place in the queue.
 */
export function eventDeliverer(parts: Parts): (job: Jobs["deliver-events"]) => Promise<void> {
  const runs = new Map<string, Run>();
  return async (job) => {
    const oldest = await findOldest(parts.database.queries, job.orderKey);
    if (!oldest) return;
    const { account_id: accountId } = oldest;
    const running = runs.get(accountId);
    if (running) {
      running.isAskedAgain = true;
      return;
    }
    const run: Run = { isAskedAgain: false };
    runs.set(accountId, run);
    try {
      do {
        run.isAskedAgain = false;
        await deliverEvents(accountId, parts);
      } while (run.isAskedAgain);
    } finally {
      runs.delete(accountId);
    }
  };
}

/**
 * Delivers the ready events of an account, those of each order one after another, and sends a job for the rest.
 * Delivery is at least once: if a crash prevents recording a delivery, the event is delivered again.
 */
export async function deliverEvents(accountId: string, parts: Parts): Promise<void> {
  const { queries } = parts.database;
  const until = Date.now() + runMs;
  while (Date.now() < until) {
    const due = (await findOldestOfOrders(queries, accountId, ordersPerLook)).filter(({ isReady }) => isReady);
    if (due.length === 0) break;
    const left = due.map(({ orderKey }) => orderKey);
    const lane = async () => {
      for (let key = left.shift(); key !== undefined && Date.now() < until; key = left.shift()) {
        await deliverOrder(key, until, parts);
      }
    };
    await Promise.all(Array.from({ length: ordersAtOnce }, lane));
  }
  const [next] = await findOldestOfOrders(queries, accountId, 1);
  if (!next) return;
  const { orderKey, at } = next;
  await parts.queue.send("deliver-events", { orderKey }, queries, {
    key: `${accountId}@${at.getTime()}`,
    at,
    accountId,
  });
}

/**
 * Delivers the events of one order, oldest first, until none is left or the oldest has to wait: the next event follows
 * only after the oldest was delivered or given up.
 */
async function deliverOrder(orderKey: string, until: number, { database, config, log }: Parts): Promise<void> {
  while (Date.now() < until) {
    const event = await claimOldest(database.queries, orderKey, leaseMs);
    if (!event) return;
    const account = await findWebhook(database.queries, event.account_id);
    const begun = new Date();
    const answer = await post(event, account, config.privateWebhooks);
    const state = stateAfter(answer, event.attempts, account.webhook_url !== null);
    await database.transact((transaction) =>
      recordAttempt(transaction, event, { ...answer, state, begun, pauseMs: pauseMs(event.attempts) }),
    );
    if (state !== "delivered") {
      const { event_id: eventId, attempts } = event;
      log.warn({ eventId, attempts, state, ...answer }, "a webhook was not delivered");
    }
  }
}

type ClaimedEvent = NonNullable<Awaited<ReturnType<typeof claimOldest>>>;
type WebhookOfAccount = Awaited<ReturnType<typeof findWebhook>>;

/** Delivers within the trace of the event's cause. */
async function post(event: ClaimedEvent, account: WebhookOfAccount, allowPrivate: boolean): Promise<WebhookAnswer> {
  const { webhook_url: url, webhook_authentication: authentication, webhook_secret, formerSecret } = account;
  if (!url) return { status: null, error: "the account has no webhook address any more" };
  const { event_id: id, payload, attempts, trace } = event;
  const secrets = [webhook_secret, ...(formerSecret === null ? [] : [formerSecret])];
  const message = { url, authentication, secrets, id, body: JSON.stringify(payload) };
  const send = async () => {
    const answer = await postWebhook(message, allowPrivate);
    describeSpan({ "http.response.status_code": answer.status ?? undefined });
    return answer;
  };
  return inSpan("deliver webhook", { "event.id": id, "event.attempt": attempts }, send, trace);
}

/** The pause after the given number of failed attempts: 5 s, 20 s, 80 s … 12 h, less up to a half at random. */
export function pauseMs(attempts: number, random = Math.random()): number {
  return Math.min(longestPauseMs, firstPauseMs * 4 ** (attempts - 1)) * (1 - random / 2);
}

function stateAfter({ status }: WebhookAnswer, attempts: number, hasAddress: boolean): EventState {
  if (status !== null && status >= 200 && status < 300) return "delivered";
  return hasAddress && attempts < maxAttempts ? "pending" : "dead";
}
