import { WebhookError } from "./errors.ts";

/** An event, as the service sends it. */
export interface WebhookEvent {
  readonly event: "webhook_updated" | "image_registered" | "image_processed";
  readonly image_id?: string;
  readonly order_id?: string;
  /** Of `image_processed`: the image is in the error state. */
  readonly error?: boolean;
  /** Of `image_processed`: other images of the order are still being enhanced. */
  readonly order_is_processing?: boolean;
}

export interface VerifiedWebhook {
  /** The same for every delivery of one event: ignore an id that you have seen. */
  readonly id: string;
  readonly event: WebhookEvent;
}

type HeaderValues =
  | Pick<Headers, "get">
  | { readonly [name: string]: string | readonly string[] | undefined; readonly get?: never };

/** Largest difference between the clocks of service and receiver, in seconds (Standard Webhooks recommends 5 min). */
const toleranceS = 300;

/**
 * Checks a delivery by the headers of Standard Webhooks (https://www.standardwebhooks.com): the signature is
 * `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`. `body` is the request's body, byte for byte; `secret` is
 * the account's webhook secret (`whsec_…`). Throws `WebhookError` if the delivery is not authentic or older than five
 * minutes.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderValues,
  secret: string,
  nowMs = Date.now(),
): Promise<VerifiedWebhook> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceS)
    throw new WebhookError("the webhook's timestamp is more than five minutes away");
  const text = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), text);
  const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const checks = signatures
    .filter((each) => each.startsWith("v1,"))
    .map((each) => crypto.subtle.verify("HMAC", key, fromBase64(each.slice(3)), signed));
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookError("the webhook's signature is not valid");
  try {
    return { id, event: JSON.parse(new TextDecoder().decode(text)) as WebhookEvent };
  } catch {
    throw new WebhookError("the webhook's body is not JSON");
  }
}

function headerOf(headers: HeaderValues, name: string): string {
  const value = typeof headers.get === "function" ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookError(`the header ${name} is missing`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (key.length === 0) throw new WebhookError("the secret is not valid: expected whsec_ and base64");
  return key;
}

/** Empty if the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
