import { invalid } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { keepWebhook } from "../store/account-store.ts";
import { recordEvent } from "../store/event-store.ts";
import { checkWebhookUrl, RefusedAddress } from "./webhook-address.ts";

interface WebhookSettings {
  /** null: nothing is delivered. */
  readonly url: string | null;
  /** Sent unchanged as the header Authorization; null: none. */
  readonly authentication: string | null;
}

/** Stores the address for an account's events and sends an event to it. Throws 422 if it is not a valid address. */
export async function setWebhook(
  { database, queue, config }: Parts,
  accountId: string,
  { url, authentication }: WebhookSettings,
): Promise<void> {
  try {
    if (url !== null) checkWebhookUrl(url, config.privateWebhooks);
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalid({ webhook_url: [error.message] });
    throw error;
  }
  if (authentication !== null && !/^[\x21-\x7e](?:[\x20-\x7e]{0,4094}[\x21-\x7e])?$/.test(authentication)) {
    throw invalid({
      webhook_authentication: ["It must be 1 to 4096 ASCII characters, without a space at either end."],
    });
  }
  await database.transact(async (transaction) => {
    await keepWebhook(transaction, accountId, { url, authentication });
    await recordEvent(transaction, queue, accountId, { event: "webhook_updated" });
  });
  queue.wake("deliver-events");
}
