import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/job-queue.ts";
import { findWebhook } from "../store/account-store.ts";
import { claimOldest, type EventState, findOldest, recordAttempt } from "../store/event-store.ts";
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
    const event = await claimOldest(database.queries, orderKey, leaseMs);
    if (!event) break;
    const account = await findWebhook(database.queries, event.account_id);
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
    await database.transact((transaction) =>
      recordAttempt(transaction, event, { ...answer, state, begun, pauseMs: pauseMs(event.attempts) }),
    );
    if (state !== "delivered") {
      const { event_id: eventId, attempts } = event;
      log.warn({ eventId, attempts, state, ...answer }, "a webhook was not delivered");
    }
  }
  const oldest = await findOldest(database.queries, orderKey);
  if (!oldest) return;
  const { next_attempt_at: at, account_id: accountId } = oldest;
  const key = `${orderKey}@${at.getTime()}`;
  await queue.send("deliver-events", { orderKey }, database.queries, { key, at, accountId });
}

/** The pause after the given number of failed attempts: 5 s, 20 s, 80 s … 12 h, less up to a half at random. */
export function pauseMs(attempts: number, random = Math.random()): number {
  return Math.min(longestPauseMs, firstPauseMs * 4 ** (attempts - 1)) * (1 - random / 2);
}

function stateAfter({ status }: WebhookAnswer, attempts: number, hasAddress: boolean): EventState {
  if (status !== null && status >= 200 && status < 300) return "delivered";
  return hasAddress && attempts < mostAttempts ? "pending" : "dead";
}
