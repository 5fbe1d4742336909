import type { FastifyReply, FastifyRequest } from "fastify";
import { findWebhook } from "../../store/account-store.ts";
import { readDeliveryLog } from "../../store/delivery-log.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { type WebhookPage, webhookPage } from "./webhook-page.ts";

/** What a page shows besides the settings: the log before an event, and its HTTP status (200). */
type Extra = Partial<Pick<WebhookPage, "url" | "authentication" | "secret" | "done" | "errors">> & {
  readonly before?: number | undefined;
  readonly status?: number;
};

export async function sendWebhookPage(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: WebParts,
  { before, status = 200, ...extra }: Extra = {},
) {
  const { queries } = settings.parts.database;
  const frame = frameOf(request, settings);
  const { accountId } = visitorOf(request).account;
  const { webhook_url, webhook_authentication } = await findWebhook(queries, accountId);
  const log = await readDeliveryLog(queries, accountId, before);
  const kept = { url: webhook_url ?? "", authentication: webhook_authentication ?? "" };
  return sendPage(reply, webhookPage(frame, { csrf: frame.signedIn.csrf, ...kept, ...log, ...extra }), status);
}
