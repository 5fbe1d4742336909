import { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import { checkWebhookUrl, publicLookup } from "./webhook-address.ts";

const timeoutMs = 10_000;
const answerBytes = 64 * 1024;

interface WebhookMessage {
  readonly url: string;
  /** Sent unchanged; null: none. */
  readonly authentication: string | null;
  /** Each secret (`whsec_…`) adds a signature. */
  readonly secrets: readonly string[];
  readonly id: string;
  readonly body: string;
}

/** The receiver's status, or the reason why there is none. */
export interface WebhookAnswer {
  readonly status: number | null;
  readonly error: string | null;
}

/** One attempt. Redirects are not followed, and little of the answer is read: only its status matters. */
export async function postWebhook(message: WebhookMessage, allowPrivate: boolean): Promise<WebhookAnswer> {
  const now = new Date();
  const agent = new Agent(allowPrivate ? {} : { connect: { lookup: publicLookup } });
  try {
    const { statusCode, body } = await request(checkWebhookUrl(message.url, allowPrivate), {
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "lightwell-service",
        ...(message.authentication === null ? {} : { authorization: message.authentication }),
        "webhook-id": message.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": signatures(message, now),
      },
      body: message.body,
    });
    await body.dump({ limit: answerBytes }).catch(() => {});
    return { status: statusCode, error: null };
  } catch (error) {
    return { status: null, error: describe(error) };
  } finally {
    await agent.destroy();
  }
}

/** One signature for each secret: with Standard Webhooks, receivers can then adopt a new secret without a gap. */
function signatures({ secrets, id, body }: WebhookMessage, now: Date): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" ");
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `${code}: ${error.message}`.slice(0, 500);
}
